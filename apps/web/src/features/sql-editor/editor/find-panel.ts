import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  search,
  setSearchQuery,
} from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { type Command, type EditorView, type Panel, runScopeHandlers, type ViewUpdate } from '@codemirror/view';
import { msg, t } from '../../../i18n/index.ts';
import styles from './find-panel.module.css';

/** Longer texts are searched, but their matches are not counted. */
const countedText = 1_000_000;
const mostCounted = 999;

type Flag = 'caseSensitive' | 'regexp' | 'wholeWord';

const flags: readonly { readonly flag: Flag; readonly sign: string; readonly label: string }[] = [
  { flag: 'caseSensitive', sign: 'Aa', label: msg('Match case') },
  { flag: 'wholeWord', sign: 'W', label: msg('Whole words') },
  { flag: 'regexp', sign: '.*', label: msg('Regular expression') },
];

/** Find and replace as the rest of the product looks, above the text. */
export function findAndReplace(): Extension {
  return search({ top: true, createPanel: (view) => new FindPanel(view) });
}

class FindPanel implements Panel {
  readonly dom: HTMLElement;
  readonly top = true;
  private query: SearchQuery;
  private readonly find = field(t('Find'));
  private readonly replace = field(t('Replace with'));
  private readonly count = element('span', styles.count);
  private readonly switches: readonly (readonly [Flag, HTMLButtonElement])[];

  constructor(private readonly view: EditorView) {
    this.query = getSearchQuery(view.state);
    this.find.setAttribute('main-field', 'true');
    this.count.setAttribute('aria-live', 'polite');
    this.switches = flags.map(({ flag, sign, label }) => [flag, this.flagButton(sign, t(label))]);
    const run = (label: string, command: Command) => button(label, () => void command(view));
    const close = button('✕', () => void closeSearchPanel(view), t('Close'));
    close.classList.add(styles.close ?? '');
    this.dom = element('div', styles.panel);
    this.dom.setAttribute('role', 'search');
    this.dom.setAttribute('aria-label', t('Find and replace'));
    this.dom.append(
      line(
        this.find,
        ...this.switches.map(([, one]) => one),
        this.count,
        run(t('Previous'), findPrevious),
        run(t('Next'), findNext),
        close,
      ),
      line(this.replace, run(t('Replace'), replaceNext), run(t('Replace all'), replaceAll)),
    );
    this.dom.addEventListener('keydown', (event) => this.press(event));
    for (const input of [this.find, this.replace]) input.addEventListener('input', () => this.commit());
    this.show();
  }

  mount(): void {
    this.find.select();
  }

  update(update: ViewUpdate): void {
    const query = getSearchQuery(update.state);
    const isOther = !query.eq(this.query);
    this.query = query;
    if (isOther) this.show();
    else if (update.docChanged || update.selectionSet) this.tellCount();
  }

  private flagButton(sign: string, label: string): HTMLButtonElement {
    const made = button(
      sign,
      () => {
        made.setAttribute('aria-pressed', String(made.getAttribute('aria-pressed') !== 'true'));
        this.commit();
      },
      label,
    );
    made.classList.add(styles.flag ?? '');
    return made;
  }

  private press(event: KeyboardEvent): void {
    if (runScopeHandlers(this.view, event, 'search-panel')) event.preventDefault();
    else if (event.key === 'Enter' && event.target === this.find) {
      event.preventDefault();
      (event.shiftKey ? findPrevious : findNext)(this.view);
    } else if (event.key === 'Enter' && event.target === this.replace) {
      event.preventDefault();
      replaceNext(this.view);
    }
  }

  private commit(): void {
    const isOn = (wanted: Flag) =>
      this.switches.some(([flag, one]) => flag === wanted && one.getAttribute('aria-pressed') === 'true');
    const query = new SearchQuery({
      search: this.find.value,
      replace: this.replace.value,
      caseSensitive: isOn('caseSensitive'),
      regexp: isOn('regexp'),
      wholeWord: isOn('wholeWord'),
      literal: true,
    });
    if (!query.eq(this.query)) this.view.dispatch({ effects: setSearchQuery.of(query) });
  }

  private show(): void {
    if (this.find.value !== this.query.search) this.find.value = this.query.search;
    if (this.replace.value !== this.query.replace) this.replace.value = this.query.replace;
    for (const [flag, one] of this.switches) one.setAttribute('aria-pressed', String(this.query[flag]));
    this.tellCount();
  }

  private tellCount(): void {
    this.count.textContent = countText(this.view, this.query);
    const isWrong = this.query.search !== '' && !this.query.valid;
    this.find.setAttribute('aria-invalid', String(isWrong));
  }
}

/** `3 of 12`: which match is selected, and how many there are. */
function countText({ state }: EditorView, query: SearchQuery): string {
  if (query.search === '') return '';
  if (!query.valid) return t('Not a regular expression');
  if (state.doc.length > countedText) return '';
  const { from, to } = state.selection.main;
  let count = 0;
  let at = 0;
  const cursor = query.getCursor(state);
  for (let next = cursor.next(); !next.done && count <= mostCounted; next = cursor.next()) {
    count += 1;
    if (next.value.from === from && next.value.to === to) at = count;
  }
  if (count === 0) return t('Nothing found');
  const all = count > mostCounted ? `${mostCounted}+` : String(count);
  return at > 0 ? t('{{at}} of {{count}}', { at, count: all }) : t('{{count}} found', { count: all });
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string | undefined,
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  if (className) made.className = className;
  return made;
}

function line(...parts: readonly HTMLElement[]): HTMLElement {
  const made = element('div', styles.line);
  made.append(...parts);
  return made;
}

function field(label: string): HTMLInputElement {
  const made = element('input', styles.field);
  made.type = 'text';
  made.placeholder = label;
  made.setAttribute('aria-label', label);
  made.spellcheck = false;
  made.autocomplete = 'off';
  return made;
}

function button(text: string, onClick: () => void, label?: string): HTMLButtonElement {
  const made = element('button', styles.button);
  made.type = 'button';
  made.textContent = text;
  if (label) {
    made.title = label;
    made.setAttribute('aria-label', label);
  }
  made.addEventListener('click', onClick);
  return made;
}
