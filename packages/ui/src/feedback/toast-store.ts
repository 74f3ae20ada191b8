import { createStore, type StoreApi } from 'zustand/vanilla';

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
}

export type ToastOptions = Partial<
  Pick<Toast, 'durationMs' | 'action' | 'details' | 'isUnique' | 'isDeletion' | 'onGone'>
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
  readonly markSeen: () => void;
}

const SUCCESS_MS = 4000;
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
      count += 1;
      const toast: Toast = {
        durationMs: options.action ? null : (durations[kind] ?? null),
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
    markSeen: () => set({ hasUnseen: false }),
  }));
}

/** Says something and no more: the same once again needs no card of its own. */
const isPlain = ({ action, details, onGone }: ToastOptions) => !action && !details && !onGone;

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
