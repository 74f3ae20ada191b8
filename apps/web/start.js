// Runs before the application arrives: sets the theme, fetches all files of the page at once, and takes the answers that
// the page brings along. The build puts it into the page; the server's content policy names it by its hash.
(() => {
  // Written by the build: all names of files, then by their places in it what every page runs, its entry first, [pattern of
  // addresses, files of that page, where it asks for its rows], and the files that draw each chart type.
  const { files, frame, pages, views } = __PAGE_FILES__;
  const isOfPage = ([pattern]) => new RegExp(pattern).test(location.pathname);
  const [, ownFiles = [], rows] = pages.find(isOfPage) ?? [];
  // So many of the page's files the server announced; those of a page whose compiled code the browser keeps are fetched as
  // plain scripts, as it takes the code for no others.
  const { announced = '0', codeKept } = document.documentElement.dataset;

  // What runs after the frame must not delay the frame, which a browser that keeps no code has to compile first.
  const fetchFile = (file, isLater) => {
    const link = document.createElement('link');
    if (isLater && !file.endsWith('.css')) link.fetchPriority = 'low';
    link.href = `/${file}`;
    link.crossOrigin = '';
    if (file.endsWith('.css')) {
      link.rel = 'preload';
      link.as = 'style';
    } else if (codeKept !== undefined) {
      link.rel = 'preload';
      link.as = 'script';
    } else {
      link.rel = 'modulepreload';
    }
    document.head.append(link);
  };
  const opening = [...new Set([...frame, ...ownFiles])];
  const wanted = new Set(opening.slice(0, Number(announced)));
  const fetchFiles = (places = [], isLater = false) => {
    for (const place of places) {
      if (!wanted.has(place)) fetchFile(files[place], isLater);
      wanted.add(place);
    }
  };

  fetchFiles(frame);
  // What the page asked for when it was opened last it will most likely ask for again: the application takes what it would
  // ask in the same words, and asks for the rest.
  if (rows) {
    const page = location.pathname + location.search;
    const stop = new AbortController();
    const answer = fetch(`${rows}?page=${encodeURIComponent(page)}`, { signal: stop.signal });
    answer.catch(() => undefined);
    window.powersetAhead = { page, answer, stop: () => stop.abort() };
    // Who signs in first, or only edits, asks for no rows: they are not held for long.
    setTimeout(() => window.powersetAhead?.stop(), 10_000);
  }
  fetchFiles(ownFiles, codeKept === undefined);

  // What the browser keeps is fetched when it is first read, and the page stands still meanwhile: better now, while its files
  // are on the way, than before they are asked for or when they run.
  const stored = (storage, key) => {
    try {
      return window[storage].getItem(key);
    } catch {
      return null;
    }
  };
  stored('sessionStorage', 'powerset.tab');
  // Where another site shows the page, that site says how it looks.
  const asked = new URLSearchParams(location.search);
  const isEmbedded = location.pathname.startsWith('/embedded/');
  const mode = isEmbedded
    ? (asked.get('themeMode') ?? asked.get('theme') ?? 'light').replace('default', 'light')
    : stored('localStorage', 'powerset.theme');
  const isDark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';

  // Called where the page ends. Were the element in the page, the browser would fetch its file as a module before all of this.
  window.powersetStart = () => {
    const script = document.createElement('script');
    script.type = 'module';
    script.crossOrigin = '';
    script.src = `/${files[frame[0]]}`;
    document.head.append(script);
  };

  // Called where the page brings its first answers: the application's client takes them instead of asking.
  const early = new Map();
  window.powersetEarly = early;
  window.powersetTakeAnswers = () => {
    for (const element of document.querySelectorAll('script[data-answer]')) {
      early.set(element.dataset.answer, element.textContent);
      element.remove();
    }
    for (const [path, text] of early) {
      if (!/^\/api\/v1\/dashboard\/[^/]+\/charts$/.test(path)) continue;
      for (const chart of JSON.parse(text).result) fetchFiles(views[chart.form_data.viz_type], codeKept === undefined);
    }
  };
})();
