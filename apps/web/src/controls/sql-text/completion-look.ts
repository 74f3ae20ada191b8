import type { autocompletion, Completion } from '@codemirror/autocomplete';
import styles from './completion-look.module.css';

/** What a row of the list shows besides its word. */
export interface LookOption {
  readonly kind: string;
  /** Shown at the right. */
  readonly detail: string;
  readonly columnType?: 'number' | 'string' | 'temporal' | 'boolean';
}

export interface ShownCompletion<Option extends LookOption = LookOption> extends Completion {
  readonly option: Option;
}

function isShown(completion: Completion): completion is ShownCompletion {
  return 'option' in completion;
}

const shapes: Readonly<Record<string, string>> = {
  number: '<path d="M5.5 2 4 14M12 2l-1.500 12M2.500 5.500h11M2 10.500h11"/>',
  string: '<path d="M1.500 4V3h8v1M5.500 3v10M4 13h3M9 8V7h5.500v1M11.800 7v6M10.500 13h2.600"/>',
  temporal: '<circle cx="8" cy="8" r="6"/><path d="M8 4.500V8l2.500 2"/>',
  boolean: '<rect x="2.500" y="2.500" width="11" height="11" rx="1"/><path d="m5 8 2.200 2.200L11 6"/>',
  table: '<rect x="2" y="3" width="12" height="10" rx="1"/><path d="M2 6.500h12M6 6.500V13"/>',
  schema: '<ellipse cx="8" cy="4" rx="5" ry="2"/><path d="M3 4v8c0 1.100 2.200 2 5 2s5-.9 5-2V4"/>',
};

function drawIcon(option: LookOption): HTMLElement {
  const holder = document.createElement('span');
  holder.className = styles.icon ?? '';
  const shape = shapes[option.columnType ?? option.kind];
  if (option.kind === 'function' || option.kind === 'metric') holder.textContent = 'fx';
  else if (shape) {
    holder.innerHTML = `<svg viewBox="0 0 16 16" width="12" height="12" fill="none" stroke="currentColor" stroke-width="1.400" aria-hidden="true">${shape}</svg>`;
  }
  return holder;
}

function drawDetail(option: LookOption): HTMLElement {
  const detail = document.createElement('span');
  detail.className = styles.detail ?? '';
  detail.textContent = option.detail;
  return detail;
}

/** How the list of completions looks: an icon for the kind, the word, and what it is. */
export const completionLook: NonNullable<Parameters<typeof autocompletion>[0]> = {
  icons: false,
  maxRenderedOptions: 60,
  tooltipClass: () => styles.completions ?? '',
  optionClass: () => styles.row ?? '',
  addToOptions: [
    { position: 20, render: (completion) => (isShown(completion) ? drawIcon(completion.option) : null) },
    { position: 80, render: (completion) => (isShown(completion) ? drawDetail(completion.option) : null) },
  ],
};
