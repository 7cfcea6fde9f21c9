public import Foundation

/// A server on the loopback address that breaks the rules in a way that the path names.
///
/// A Python script with raw sockets: the first segment of the path is the name of a case, such as
/// `/cut-chunk`. It listens for HTTP on IPv4 and, where the machine has it, on IPv6; with
/// certificates, also for TLS, once for each kind of certificate.
public final class MisbehavingServer: Sendable {
  /// Whether there is a `python3` to run the server, for `.enabled(if:)`.
  public static var isAvailable: Bool { PythonServer.isAvailable }

  /// The reason that a test which needs the server gives when it is skipped.
  public static let unavailableReason = PythonServer.unavailableReason

  /// A kind of certificate.
  public enum Certificate: String, Sendable, CaseIterable {
    /// For `127.0.0.1`, from the authority of the server.
    case good
    /// For `127.0.0.1`, signed by itself.
    case selfSigned = "self-signed"
    /// Of the year 2001.
    case expired
    /// Of the year 2049.
    case future
    /// For `other.example`.
    case wrongHost = "wrong-host"
  }

  /// The address of the server: `http://127.0.0.1:PORT`.
  public let url: URL

  /// The address of the server on IPv6, `http://[::1]:PORT`; nil where the machine has no IPv6.
  public let ipv6URL: URL?

  private let server: PythonServer

  /// A server with certificates that all tests may share, because each Python costs a second on a
  /// loaded machine; it ends with the process.
  public static func shared() async throws -> MisbehavingServer { try await sharedServer.value }

  private static let sharedServer = Task(executorPreference: OwnThreads.ofThoseThatWait) {
    try await MisbehavingServer(hasCertificates: true)
  }

  /// Starts a server, with TLS where certificates are asked for and there is an `openssl`.
  public init(hasCertificates: Bool = false) async throws {
    server = try await PythonServer(script: Self.script) {
      if hasCertificates { try Data().write(to: $0.appendingPathComponent("tls")) }
    }
    url = try server.url("http")
    ipv6URL = server.hasPort("ipv6") ? try server.url("ipv6", host: "[::1]") : nil
  }

  /// Whether the server made its certificates.
  public var hasCertificates: Bool { server.hasPort(Certificate.good.rawValue) }

  /// The address with TLS: `https://127.0.0.1:PORT`.
  ///
  /// Throws where there are no certificates.
  public func url(_ certificate: Certificate) throws -> URL {
    try server.url(certificate.rawValue, scheme: "https")
  }

  /// The file with the authority of the certificates.
  public var authority: URL { server.folder.appendingPathComponent("ca.pem") }

  /// The requests that the server got so far, in order, whose target has a text in it.
  public func requests(with text: String = "") throws -> [LoopbackServer.Request] {
    try server.requests().filter { text.isEmpty || $0.target.contains(text) }
  }

  private static let script = #"""
    import gzip, random, re, socket, ssl, struct, subprocess, urllib.parse, zlib

    CONTENT = b'{"title":"Ulysses","year":1922}'
    LONG = json.dumps([{'id': n, 'name': 'book %d' % (n * n)} for n in range(20000)]).encode()

    def answer(*fields, body=CONTENT, status=b'200 OK', length=True):
        lines = [b'HTTP/1.1 ' + status, *fields]
        if length:
            lines.append(b'Content-Length: %d' % len(body))
        return b'\r\n'.join(lines) + b'\r\n\r\n' + body

    def chunk(data):
        return b'%x\r\n' % len(data) + data + b'\r\n'

    def raw_deflate(data, strategy):
        maker = zlib.compressobj(9, zlib.DEFLATED, -15, 9, strategy)
        return maker.compress(data) + maker.flush()

    def encoded(name, body):
        return answer(b'Content-Encoding: ' + name, body=body)

    GZIP = gzip.compress(LONG, 9)
    CHUNKED = b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

    # Each is sent as it is; then the connection is closed.
    WHOLE = {
        'good': answer(),
        'latin1': answer(b'X-Name: caf\xe9'),
        'utf8': answer('X-Name: café'.encode()),
        'bare-lf': answer(b'X-Name: a').replace(b'\r\n', b'\n'),
        'no-reason': answer(status=b'200'),
        'latin1-reason': answer(status=b'200 Pr\xeat'),
        'http10': answer(length=False).replace(b'1.1', b'1.0'),
        'until-close': answer(length=False),
        'interim': b'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nX-Name: no\r\n\r\n'
                   + answer(b'X-Name: yes'),
        'chunked': CHUNKED + chunk(CONTENT[:9]) + chunk(CONTENT[9:]) + b'0\r\n\r\n',
        'trailers': CHUNKED + chunk(CONTENT) + b'0\r\nX-Name: late\r\nX-Sum: 1\r\n\r\n',
        'folded': answer(b'X-Name: a,', b'  b'),
        'no-colon': answer(b'what is this', b'X-Name: a'),
        'twice': answer(b'X-Name: a', b'x-name: b'),
        'partial-content': answer(b'Content-Range: bytes 0-30/99', status=b'206 Partial Content'),
        'no-content': answer(status=b'204 No Content', body=b'', length=False),
        'challenge': answer(b'WWW-Authenticate: Basic realm="books"', status=b'401 No'),
        'status-599': answer(status=b'599 Odd'),
        'gzip': encoded(b'gzip', GZIP),
        'gzip-stored': encoded(b'gzip', gzip.compress(LONG, 0)),
        'gzip-fixed': encoded(b'GZip', b'\x1f\x8b\x08\x00\0\0\0\0\0\xff'
                      + raw_deflate(LONG, zlib.Z_FIXED)
                      + struct.pack('<II', zlib.crc32(LONG), len(LONG))),
        'gzip-named': encoded(b'x-gzip', b'\x1f\x8b\x08\x1e\0\0\0\0\0\xff\2\0ab' + b'name\0hint\0'
                      + b'\0\0' + GZIP[10:]),
        'gzip-members': encoded(b'gzip', gzip.compress(LONG[:99]) + gzip.compress(LONG[99:])),
        'gzip-empty-body': encoded(b'gzip', b''),
        'deflate': encoded(b'deflate', zlib.compress(LONG)),
        'deflate-raw': encoded(b'deflate', raw_deflate(LONG, zlib.Z_DEFAULT_STRATEGY)),
        'deflate-gzip': encoded(b'deflate, gzip', gzip.compress(zlib.compress(LONG))),
        'identity': encoded(b'identity', LONG),
        'gzip-cut': encoded(b'gzip', GZIP[:-500]),
        'gzip-without-trailer': encoded(b'gzip', GZIP[:-8]),
        'gzip-cut-trailer': encoded(b'gzip', GZIP[:-1]),
        'gzip-wrong-sum': encoded(b'gzip', GZIP[:-8] + bytes([GZIP[-8] ^ 1]) + GZIP[-7:]),
        'gzip-wrong-byte': encoded(b'gzip', GZIP[:5000] + bytes([GZIP[5000] ^ 4]) + GZIP[5001:]),
        'gzip-rest': encoded(b'gzip', GZIP + b'rest'),
        'gzip-is-json': encoded(b'gzip', CONTENT),
        'deflate-cut': encoded(b'deflate', zlib.compress(LONG)[:-5]),
        'brotli': encoded(b'br', b'\x0b\x02\x80{}\x03'),
        'close-at-once': b'',
        'close-in-status-line': b'HTTP/1.1 200 O',
        'close-after-status-line': b'HTTP/1.1 200 OK\r\n',
        'close-in-field': b'HTTP/1.1 200 OK\r\nContent-Ty',
        'close-before-empty-line': b'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n',
        'short-body': answer(body=CONTENT * 2)[:-31],
        'cut-chunk': CHUNKED + b'1f\r\n' + CONTENT[:9],
        'cut-between-chunks': CHUNKED + chunk(CONTENT),
        'bad-chunk': CHUNKED + b'zz\r\n' + CONTENT + b'\r\n0\r\n\r\n',
        'http09': b'<html>hello</html>\n',
        'ssh': b'SSH-2.0-OpenSSH_9.2\r\n',
        'zeros': b'\0' * 300,
        'huge-length': answer(b'Content-Length: 99999999999', length=False),
        'large-header': answer(b'X-Large: ' + b'x' * 70_000),
        'endless-fields': b'HTTP/1.1 200 OK\r\n' + b'X-More: and more\r\n' * 100_000,
        'endless-field': b'HTTP/1.1 200 OK\r\nX-More: ' + b'm' * 1_000_000,
        'endless-interim': b'HTTP/1.1 103 Early\r\nX-More: more\r\n\r\n' * 100_000,
        'loop': answer(b'Location: /loop', status=b'302 Found'),
        'to-file': answer(b'Location: file:///etc/passwd', status=b'302 Found'),
        'to-ftp': answer(b'Location: ftp://127.0.0.1/x', status=b'301 Moved'),
        'to-nothing': answer(b'Location: http://', status=b'301 Moved'),
        'without-location': answer(status=b'302 Found'),
        'relative': answer(b'Location: ../good?a=b%20c#part', status=b'308 Permanent'),
        'busy': answer(b'Retry-After: 120', status=b'503 Busy'),
    }

    BOMB = gzip.compress(b' ' * 30_000_000, 9)

    def reset(connection):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 0))

    def serve(connection):
        data = b''
        while b'\r\n\r\n' not in data:
            piece = connection.recv(65536)
            if not piece:
                return
            data += piece
        head, body = data.split(b'\r\n\r\n', 1)
        first, *fields = head.decode('latin-1').split('\r\n')
        method, target, _ = first.split(' ')
        headers = {}
        for field in fields:
            name, value = field.split(':', 1)
            headers[name.lower()] = value.strip()
        while len(body) < int(headers.get('content-length', 0)):
            body += connection.recv(65536)
        headers['(body)'] = body.decode('latin-1')
        with open(os.path.join(folder, 'requests'), 'a') as log:
            log.write(json.dumps({'method': method, 'target': target, 'headers': headers}) + '\n')
        url = urllib.parse.urlsplit(target)
        query = dict(urllib.parse.parse_qsl(url.query))
        case = url.path.split('/')[1] if url.path.startswith('/') else ''
        if method == 'CONNECT':
            connection.sendall(b'HTTP/1.1 403 No tunnel\r\nContent-Length: 0\r\n\r\n')
        elif WHOLE.get(case) is not None:
            connection.sendall(WHOLE[case])
        elif case == 'bomb':
            connection.sendall(encoded(b'gzip', BOMB))
        elif case == 'redirect':
            connection.sendall(answer(b'Location: ' + query['to'].encode(),
                                      status=query.get('status', '302').encode() + b' Moved'))
        elif case == 'reset':
            reset(connection)
        elif case == 'reset-in-body':
            connection.sendall(answer(body=LONG)[:2000])
            time.sleep(0.3)
            reset(connection)
        elif case == 'silent':
            time.sleep(600)
        elif case == 'silent-in-header':
            connection.sendall(b'HTTP/1.1 200 OK\r\nX-Na')
            time.sleep(600)
        elif case == 'silent-in-body':
            connection.sendall(answer(body=LONG)[:2000])
            time.sleep(600)
        elif case == 'drip':
            connection.sendall(answer(body=LONG)[:100])
            for byte in LONG:
                connection.sendall(bytes([byte]))
                time.sleep(0.05)
        elif case == 'endless-body':
            connection.sendall(answer(length=False, body=b''))
            while True:
                connection.sendall(b'[1234567],' * 10_000)
        elif case == 'flaky':
            with open(os.path.join(folder, 'requests')) as log:
                count = sum('"' + target + '"' in line for line in log)
            if count <= 2:
                reset(connection)
            else:
                connection.sendall(answer())
        else:
            connection.sendall(answer(status=b'404 Not Found', body=b'{}'))

    def handle(connection, context):
        try:
            connection.settimeout(600)
            if context:
                connection = context.wrap_socket(connection, server_side=True)
            serve(connection)
            if connection.getsockopt(socket.SOL_SOCKET, socket.SO_LINGER, 8)[:4] == b'\0\0\0\0':
                connection.shutdown(socket.SHUT_WR)
                connection.settimeout(2)
                while connection.recv(65536):
                    pass
        except OSError:
            pass
        finally:
            connection.close()

    def listen(family, address, context=None):
        listener = socket.socket(family)
        listener.bind((address, 0))
        listener.listen(512)
        def accept():
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=handle, args=(connection, context), daemon=True).start()
        threading.Thread(target=accept, daemon=True).start()
        return listener.getsockname()[1]

    def openssl(*arguments):
        subprocess.run(['openssl', *arguments], cwd=folder, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def certificates():
        with open(os.path.join(folder, 'ca.cnf'), 'w') as file:
            file.write('[ca]\ndefault_ca=a\n[a]\ndatabase=index\nnew_certs_dir=.\nserial=serial\n'
                       'default_md=sha256\npolicy=p\nunique_subject=no\nrand_serial=yes\n[p]\n'
                       'commonName=supplied\n[req]\ndistinguished_name=n\n[n]\n'
                       '[good]\nsubjectAltName=IP:127.0.0.1,DNS:localhost\n'
                       '[wrong]\nsubjectAltName=DNS:other.example\n'
                       '[root]\nbasicConstraints=critical,CA:true\n'
                       'subjectKeyIdentifier=hash\nkeyUsage=critical,keyCertSign,cRLSign\n')
        open(os.path.join(folder, 'index'), 'w').close()
        key = ('-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-config',
               'ca.cnf')
        openssl('req', '-x509', *key, '-keyout', 'ca.key', '-out', 'ca.pem', '-days', '3',
                '-subj', '/CN=Loopback authority', '-extensions', 'root')
        openssl('req', '-x509', *key, '-keyout', 'self-signed.key', '-out', 'self-signed.pem',
                '-days', '3', '-subj', '/CN=127.0.0.1', '-extensions', 'good')
        now = time.strftime('%Y%m%d%H%M%SZ', time.gmtime(time.time() - 86400))
        later = time.strftime('%Y%m%d%H%M%SZ', time.gmtime(time.time() + 3 * 86400))
        for name, extension, start, end in [
                ('good', 'good', now, later), ('wrong-host', 'wrong', now, later),
                ('expired', 'good', '20010101000000Z', '20010201000000Z'),
                ('future', 'good', '20490101000000Z', '20490201000000Z')]:
            openssl('req', '-new', *key, '-keyout', name + '.key', '-out', name + '.csr',
                    '-subj', '/CN=server')
            openssl('ca', '-batch', '-config', 'ca.cnf', '-cert', 'ca.pem', '-keyfile', 'ca.key',
                    '-in', name + '.csr', '-out', name + '.pem', '-startdate', start, '-enddate',
                    end, '-extensions', extension, '-notext')
        for name in ('good', 'self-signed', 'expired', 'future', 'wrong-host'):
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(os.path.join(folder, name + '.pem'),
                                    os.path.join(folder, name + '.key'))
            yield name, context

    ports = {'http': listen(socket.AF_INET, '127.0.0.1')}
    try:
        ports['ipv6'] = listen(socket.AF_INET6, '::1')
    except OSError:
        pass
    if os.path.exists(os.path.join(folder, 'tls')):
        try:
            for name, context in list(certificates()):
                ports[name] = listen(socket.AF_INET, '127.0.0.1', context)
        except (OSError, subprocess.CalledProcessError):
            pass
    listening(ports)
    while True:
        time.sleep(60)
    """#
}
