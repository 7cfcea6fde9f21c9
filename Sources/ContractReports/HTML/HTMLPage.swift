/// The frame of a page: style, the few lines of script, and the security policy.
///
/// The page needs no network and no script: a script adds the buttons that copy a patch and the filter by
/// level, and without it everything can be read. The policy forbids everything that is not in the file, so
/// that a text of an API could load nothing even if it got through as markup.
///
/// https://www.w3.org/TR/CSP3/
enum HTMLPage {
  static func render(title: String, _ body: HTML) -> String {
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
      script-src 'unsafe-inline'">
      <meta name="color-scheme" content="light dark">
      <title>\(title)</title>
      <style>
      \(style)
      </style>
      </head>
      <body>
      \(body)
      <script>
      \(script)
      </script>
      </body>
      </html>

      """
    return page.markup
  }

  private static let style: HTML = """
    :root { color-scheme: light dark; --line: #d0d7de; --soft: #f6f8fa; --text: #1f2328; --dim: #59636e;
      --page: #ffffff; --breaking: #b3261e; --warning: #7a4d00; --info: #0550ae; --good: #116329;
      --mark: #ffe8a3; --filled: #2da44e; --empty: #fff8c5; --null: #ffc9c2; }
    @media (prefers-color-scheme: dark) {
      :root { --line: #3d444d; --soft: #151b23; --text: #f0f6fc; --dim: #9198a1; --page: #0d1117;
        --breaking: #ff7b72; --warning: #e3b341; --info: #79c0ff; --good: #56d364;
        --mark: #5a4a00; --filled: #238636; --empty: #4d4000; --null: #67221c; } }
    * { box-sizing: border-box; }
    body { margin: 0 auto; max-width: 78rem; padding: 1rem; background: var(--page); color: var(--text);
      font: 1rem/1.5 system-ui, sans-serif; }
    h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; } h3 { font-size: 1rem; margin: 0; }
    code, pre, .place { font-family: ui-monospace, monospace; font-size: .875rem; overflow-wrap: anywhere; }
    pre { background: var(--soft); border: 1px solid var(--line); padding: .5rem; overflow-x: auto;
      white-space: pre-wrap; margin: .5rem 0; }
    table { border-collapse: collapse; width: 100%; } caption { text-align: left; color: var(--dim); }
    th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-bottom: 1px solid var(--line); }
    .wide { overflow-x: auto; } .dim { color: var(--dim); } mark { background: var(--mark); color: inherit; }
    .cause { border: 1px solid var(--line); border-left-width: .3rem; padding: .75rem 1rem; margin: 1rem 0;
      content-visibility: auto; contain-intrinsic-size: auto 12rem; }
    .cause.breaking { border-left-color: var(--breaking); } .cause.warning { border-left-color: var(--warning); }
    .cause.info { border-left-color: var(--info); } .cause.waived { opacity: .75; }
    .level { font-weight: 600; } .breaking > .level, .level.breaking { color: var(--breaking); }
    .level.warning { color: var(--warning); } .level.info { color: var(--info); } .level.good { color: var(--good); }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem .75rem; margin: .5rem 0; }
    dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
    .tag { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .5rem; font-size: .8rem; }
    .skip { position: absolute; left: -99rem; } .skip:focus { position: static; }
    nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 1rem; }
    a { color: var(--info); } :focus-visible { outline: 2px solid var(--info); outline-offset: 2px; }
    .lines { list-style: none; padding: 0; } .lines li { white-space: pre-wrap; }
    .number { color: var(--dim); user-select: none; }
    .heat td, .heat th { padding: .1rem .25rem; text-align: center; font-size: .75rem; min-width: 1.4rem; }
    .heat th[scope=row] { text-align: left; white-space: nowrap; }
    .filled { background: var(--filled); color: #fff; } .empty, .blank { background: var(--empty); }
    .null { background: var(--null); } .there { background: var(--breaking); color: var(--page); }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    button { font: inherit; padding: .1rem .6rem; }
    @media print { nav, button, .filter { display: none; } body { max-width: none; }
      details { display: block; } .cause { break-inside: avoid; content-visibility: visible; } }
    """

  private static let script: HTML = """
    for (const block of document.querySelectorAll('pre[data-patch]')) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Copy';
      button.addEventListener('click', async () => {
        try { await navigator.clipboard.writeText(block.textContent); button.textContent = 'Copied'; }
        catch { getSelection().selectAllChildren(block); button.textContent = 'Selected'; }
      });
      block.after(button);
    }
    const causes = document.querySelectorAll('.cause');
    const levels = ['breaking', 'warning', 'info'].filter(
      level => document.querySelector('.cause.' + level));
    const place = document.getElementById('filter');
    if (place && levels.length > 1) {
      for (const level of levels) {
        const label = document.createElement('label');
        const box = document.createElement('input');
        box.type = 'checkbox';
        box.checked = true;
        box.addEventListener('change', () => {
          for (const cause of causes)
            if (cause.classList.contains(level)) cause.hidden = !box.checked;
        });
        label.append(box, ' ' + level + ' ');
        place.append(label);
      }
    }
    """
}
