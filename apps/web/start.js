// Runs before the application arrives: sets the theme, and asks for what the page will need first, so that answers and
// code travel at the same time. The build puts it into the page; the server's content policy names it by its hash.
(() => {
  // Written by the build: [pattern of addresses, files of that page], and the files that draw each chart type.
  const { pages, views } = __PAGE_FILES__;

  const storedTheme = () => {
    try {
      return localStorage.getItem('powerset.theme');
    } catch {
      return null;
    }
  };
  const mode = storedTheme();
  const isDark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';

  const fetchFile = (file) => {
    const link = document.createElement('link');
    link.href = `/${file}`;
    link.crossOrigin = '';
    if (file.endsWith('.css')) {
      link.rel = 'preload';
      link.as = 'style';
    } else {
      link.rel = 'modulepreload';
    }
    document.head.append(link);
  };
  const wanted = new Set();
  const fetchFiles = (files = []) => {
    for (const file of files) {
      if (!wanted.has(file)) fetchFile(file);
      wanted.add(file);
    }
  };

  // The application's client takes these answers instead of asking again.
  const early = new Map();
  window.powersetEarly = early;
  const ask = (path) => {
    const answer = fetch(path, { credentials: 'same-origin', headers: { Accept: 'application/json' } });
    answer.catch(() => undefined);
    early.set(path, answer);
    return answer;
  };

  const fetchViews = async (answer) => {
    const copy = (await answer).clone();
    if (!copy.ok) return;
    const { result } = await copy.json();
    for (const chart of result) fetchFiles(views[chart.form_data.viz_type]);
  };

  ask('/api/v1/bootstrap');
  const dashboard = /^\/superset\/dashboard\/([^/]+)\/?$/.exec(location.pathname)?.[1];
  if (dashboard && dashboard !== 'new' && dashboard !== 'list') {
    const path = `/api/v1/dashboard/${encodeURIComponent(decodeURIComponent(dashboard))}`;
    ask(path);
    fetchViews(ask(`${path}/charts`)).catch(() => undefined);
    ask(`${path}/datasets`);
  }
  fetchFiles(pages.find(([pattern]) => new RegExp(pattern).test(location.pathname))?.[1]);
})();
