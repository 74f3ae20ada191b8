import { createStore, type StoreApi } from 'zustand/vanilla';
import { lastPress, type Press } from './presses.ts';

export type ToastKind = 'success' | 'warning' | 'danger' | 'info';

export interface Toast {
  readonly id: string;
  readonly kind: ToastKind;
  readonly text: string;
  /** How often it was said while it was shown. */
  readonly times: number;
  /** How long it stays; null until closed. */
  readonly durationMs: number | null;
  readonly action?: { readonly label: string; readonly onSelect: () => void };
  /** The server's own words, shown on demand. */
  readonly details?: string;
  /** The same toast is not shown twice at the same time. */
  readonly isUnique?: boolean;
  /** Tells of something deleted: drawn quietly, with a bin. */
  readonly isDeletion?: boolean;
  /** Called once when it goes, however it goes. */
  readonly onGone?: () => void;
  /** What it answers: it is shown beside that for as long as that is in sight. */
  readonly beside?: Press;
}

export type ToastOptions = Partial<
  Pick<Toast, 'durationMs' | 'action' | 'details' | 'isUnique' | 'isDeletion' | 'onGone' | 'beside'>
>;

export interface ToastState {
  /** Oldest first. */
  readonly messageToasts: readonly Toast[];
  /** What was shown before and now, newest first, for the list behind the bell. */
  readonly history: readonly Toast[];
  readonly hasUnseen: boolean;
  readonly add: (kind: ToastKind, text: string, options?: ToastOptions) => string;
  /** Has a message that is still shown say how far things are. */
  readonly update: (id: string, text: string) => void;
  readonly remove: (id: string) => void;
  /** Something else was pressed: whoever did so has seen what came of the press before; failures wait. */
  readonly passOn: () => void;
  readonly markSeen: () => void;
}

const SUCCESS_MS = 4000;
/** Where the eyes are already, a word is read sooner. */
const BESIDE_MS = 3000;
/** A warning is read more slowly, and stays in the list behind the bell. */
const WARNING_MS = 10_000;
const MAX_TOASTS = 3;
const MAX_HISTORY = 30;

const durations: Partial<Readonly<Record<ToastKind, number>>> = { success: SUCCESS_MS, warning: WARNING_MS };

/** A store of messages to the user: at most three at a time, success for four seconds, warnings for ten, others until closed. */
export function createToastStore(): StoreApi<ToastState> {
  let count = 0;
  return createStore<ToastState>((set, get) => ({
    messageToasts: [],
    history: [],
    hasUnseen: false,
    add: (kind, text, options = {}) => {
      const same = get().messageToasts.find((toast) => toast.kind === kind && toast.text === text);
      if (same && options.isUnique) return same.id;
      // News of work under way is each of its own work.
      if (same && kind !== 'info' && isPlain(same) && isPlain(options)) {
        set((state) => ({
          messageToasts: state.messageToasts.map((toast) => saidAgain(toast, same.id)),
          history: state.history.map((toast) => saidAgain(toast, same.id)),
          hasUnseen: true,
        }));
        return same.id;
      }
      const joined = get().messageToasts.find((toast) => toast.beside && toast.beside === options.beside);
      if (joined && joined.kind !== 'info' && kind !== 'info') {
        const whole = joinAnswers(joined, { kind, text, options });
        const joinHere = (toast: Toast) => (toast.id === joined.id ? whole : toast);
        set((state) => ({ messageToasts: state.messageToasts.map(joinHere), history: state.history.map(joinHere) }));
        return joined.id;
      }
      for (const earlier of get().messageToasts) if (isAtSamePlace(earlier, options)) get().remove(earlier.id);
      count += 1;
      const toast: Toast = {
        durationMs: durationOf(kind, options),
        ...options,
        id: `toast-${count}`,
        kind,
        text,
        times: 1,
      };
      const all = [...get().messageToasts, toast];
      set((state) => ({
        messageToasts: all.slice(-MAX_TOASTS),
        history: [toast, ...state.history].slice(0, MAX_HISTORY),
        hasUnseen: true,
      }));
      for (const pushedOut of all.slice(0, -MAX_TOASTS)) pushedOut.onGone?.();
      return toast.id;
    },
    update: (id, text) =>
      set((state) => ({
        messageToasts: state.messageToasts.map((toast) => (toast.id === id ? { ...toast, text } : toast)),
      })),
    remove: (id) => {
      const gone = get().messageToasts.find((toast) => toast.id === id);
      set((state) => ({ messageToasts: state.messageToasts.filter((toast) => toast.id !== id) }));
      gone?.onGone?.();
    },
    passOn: () => {
      for (const { id, kind, beside, action } of get().messageToasts)
        if (beside && (kind === 'success' || kind === 'warning') && !action) get().remove(id);
    },
    markSeen: () => set({ hasUnseen: false }),
  }));
}

function durationOf(kind: ToastKind, { action, beside }: ToastOptions): number | null {
  if (action) return null;
  return beside && kind === 'success' ? BESIDE_MS : (durations[kind] ?? null);
}

interface Answer {
  readonly kind: ToastKind;
  readonly text: string;
  readonly options: ToastOptions;
}

const severity: readonly ToastKind[] = ['danger', 'warning', 'success', 'info'];

/** What one press came to is one message, as grave as its gravest part. */
function joinAnswers(first: Toast, { kind, text, options }: Answer): Toast {
  const gravest = severity.find((one) => one === kind || one === first.kind) ?? kind;
  const texts = first.text.split('\n').includes(text) ? first.text : `${first.text}\n${text}`;
  return {
    ...first,
    ...options,
    kind: gravest,
    text: texts,
    durationMs: longest(first.durationMs, durationOf(gravest, options)),
  };
}

const longest = (a: number | null, b: number | null) => (a === null || b === null ? null : Math.max(a, b));

/** One place says one thing at a time. */
const isAtSamePlace = (earlier: Toast, { beside }: ToastOptions) =>
  beside?.[0] !== undefined && earlier.beside?.[0]?.element === beside[0].element;

/** Says something and no more: the same once again needs no card of its own. */
const isPlain = ({ action, details, onGone, beside }: ToastOptions) => !action && !details && !onGone && !beside;

const saidAgain = (toast: Toast, id: string): Toast => (toast.id === id ? { ...toast, times: toast.times + 1 } : toast);

/** The application's messages. */
export const toastStore = createToastStore();

/** Shortcuts for the four kinds, usable inside and outside of components. */
export const toasts = {
  success: (text: string, options?: ToastOptions) => toastStore.getState().add('success', text, options),
  warning: (text: string, options?: ToastOptions) => toastStore.getState().add('warning', text, options),
  danger: (text: string, options?: ToastOptions) => toastStore.getState().add('danger', text, options),
  info: (text: string, options?: ToastOptions) => toastStore.getState().add('info', text, options),
};

/** Says something of one of the four kinds. */
export type Voice = typeof toasts;

/**
 * Says what came of a press beside what was pressed, or in the corner where that is out of sight by then. Take it when the
 * press is handled, before anything is waited for: `const say = sayBeside(); await …; say.success(…)`.
 */
export function sayBeside(press: Press = lastPress()): Voice {
  const add = (kind: ToastKind) => (text: string, options?: ToastOptions) =>
    toastStore.getState().add(kind, text, { ...options, ...(press.length > 0 ? { beside: press } : {}) });
  return { success: add('success'), warning: add('warning'), danger: add('danger'), info: add('info') };
}
