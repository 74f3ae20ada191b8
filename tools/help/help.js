// Runs in the head of each page of the help: the theme before anything is drawn, the rest once the page is there.
(() => {
  const words = __WORDS__;
  const mostShown = 30;

  const kept = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  // Both as the product keeps them, so that its help looks and speaks like it.
  const mode = kept('powerset.theme');
  const system = matchMedia('(prefers-color-scheme: dark)');
  const setTheme = () => {
    const isDark = mode === 'dark' || (mode !== 'light' && system.matches);
    document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
  };
  setTheme();
  system.addEventListener('change', setTheme);
  const asked = [kept('powerset.language'), ...navigator.languages].map((tag) => (tag ?? '').slice(0, 2).toLowerCase());
  const language = asked.find((code) => words[code]) ?? 'en';
  const say = words[language];

  const translate = () => {
    for (const element of document.querySelectorAll('[data-word]')) {
      element.textContent = say[element.dataset.word];
      element.lang = language;
      element.dir = 'auto';
    }
    for (const element of document.querySelectorAll('[data-word-label]')) {
      const word = say[element.dataset.wordLabel];
      element.setAttribute('aria-label', word);
      if (element.placeholder) element.placeholder = word;
    }
  };

  let index;
  /** Comes with the first search: most who read a page search for nothing. */
  const loadIndex = () => {
    index ??= new Promise((resolve, reject) => {
      const script = document.createElement('script');
      script.src = 'search-index.js';
      script.onload = () => resolve(window.powersetHelp);
      script.onerror = () => {
        index = undefined;
        reject(new Error('The index did not come'));
      };
      document.head.append(script);
    });
    return index;
  };

  const isWordStart = (text, at) => at === 0 || !/[\p{L}\p{N}_]/u.test(text[at - 1]);
  /** How well a text holds a word: at the start of one of its own counts more; 0 if not at all. */
  const scoreOf = (text, word) => {
    const at = text.indexOf(word);
    if (at < 0) return 0;
    return isWordStart(text, at) || text.includes(` ${word}`) ? 2 : 1;
  };
  const scorePart = (wanted, { title, heading, text }) => {
    let sum = 0;
    for (const word of wanted) {
      const score = 8 * scoreOf(heading, word) + 4 * scoreOf(title, word) + scoreOf(text, word);
      if (score === 0) return 0;
      sum += score;
    }
    const phrase = wanted.join(' ');
    return sum + (heading.includes(phrase) ? 12 : 0) + (text.includes(phrase) ? 4 : 0);
  };
  const search = (pages, asked) => {
    const wanted = asked.toLowerCase().split(/\s+/).filter(Boolean);
    if (wanted.length === 0) return [];
    const found = [];
    for (const { page, title, parts, isFoundLast } of pages)
      for (const [anchor, heading, text] of parts) {
        const lower = { title: title.toLowerCase(), heading: heading.toLowerCase(), text: text.toLowerCase() };
        const score = scorePart(wanted, lower) * (isFoundLast ? 0.25 : 1);
        if (score > 0) found.push({ score, title, heading, text, address: anchor ? `${page}#${anchor}` : page });
      }
    return found.sort((a, b) => b.score - a.score).map((part) => ({ ...part, wanted }));
  };

  /** The words that were looked for, marked where they stand; nothing of a text is read as markup. */
  const marked = (text, wanted) => {
    const signs = wanted.map((word) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    return text.split(new RegExp(`(${signs.join('|')})`, 'gi')).map((piece, place) => {
      if (place % 2 === 0) return piece;
      const mark = document.createElement('mark');
      mark.textContent = piece;
      return mark;
    });
  };
  const snippet = (text, wanted) => {
    const lower = text.toLowerCase();
    const first = Math.min(...wanted.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length);
    const from = first === text.length ? 0 : Math.max(0, lower.lastIndexOf(' ', Math.max(0, first - 60)));
    const isCut = from + 180 < text.length;
    const to = isCut ? text.lastIndexOf(' ', from + 180) : text.length;
    return `${from > 0 ? '… ' : ''}${text.slice(from, to > from ? to : from + 180).trim()}${isCut ? ' …' : ''}`;
  };
  const element = (name, className, children) => {
    const made = document.createElement(name);
    made.className = className;
    made.append(...children);
    return made;
  };
  const toItem = ({ address, title, heading, text, wanted }) => {
    const link = element('a', '', [
      element('span', 'found-title', marked(heading === title ? title : `${title} · ${heading}`, wanted)),
      element('span', 'found-text', marked(snippet(text, wanted), wanted)),
    ]);
    link.href = address;
    link.lang = 'en';
    return element('li', '', [link]);
  };

  const startSearch = () => {
    const field = document.getElementById('find');
    const box = document.getElementById('found');
    const list = box.querySelector('ul');
    const count = document.getElementById('found-count');
    count.dir = 'auto';
    count.lang = language;
    const close = () => {
      box.hidden = true;
    };
    const show = (pages) => {
      const found = search(pages, field.value);
      list.replaceChildren(...found.slice(0, mostShown).map(toItem));
      count.textContent = found.length === 0 ? say.none : say.found.replace('{{count}}', found.length);
      box.hidden = field.value.trim() === '';
    };
    field.addEventListener('focus', () => void loadIndex().catch(() => undefined));
    const update = () => void loadIndex().then(show, close);
    field.addEventListener('input', update);
    field.addEventListener('focus', () => field.value.trim() && update());
    list.addEventListener('click', close);
    const move = (by) => {
      const stops = [field, ...list.querySelectorAll('a')];
      const next = stops[stops.indexOf(document.activeElement) + by];
      next?.focus();
    };
    const keys = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Escape: () => {
        close();
        field.focus();
      },
    };
    document.querySelector('search').addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && event.target === field) list.querySelector('a')?.click();
      if (!keys[event.key]) return;
      keys[event.key]();
      event.preventDefault();
    });
    document.addEventListener('keydown', (event) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.target === field) return;
      event.preventDefault();
      field.focus();
    });
    document.addEventListener('pointerdown', (event) => {
      if (!event.target.closest('search')) close();
    });
  };

  const startMenu = () => {
    const button = document.querySelector('.menu');
    button.addEventListener('click', () => {
      const isOpen = button.getAttribute('aria-expanded') !== 'true';
      button.setAttribute('aria-expanded', String(isOpen));
      document.documentElement.toggleAttribute('data-pages', isOpen);
    });
  };

  document.documentElement.toggleAttribute('data-script', true);
  document.addEventListener('DOMContentLoaded', () => {
    translate();
    startSearch();
    startMenu();
  });
})();
