// Sets the theme before the first paint; a file of its own because the content policy allows no inline script.
(() => {
  var mode = null;
  try {
    mode = localStorage.getItem('powerset.theme');
  } catch (_error) {
    mode = null;
  }
  var isDark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
})();
