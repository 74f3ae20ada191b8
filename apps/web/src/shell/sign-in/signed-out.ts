import { createStore, type StoreApi } from 'zustand/vanilla';

/** Why a person has to sign in again while the page stays. */
export type SignedOutReason = 'expired' | 'elsewhere';

interface SignedOutState {
  readonly reason: SignedOutReason | null;
}

export interface SignedOut {
  readonly store: StoreApi<SignedOutState>;
  /** Asks for signing in; resolves with whether that happened. Who asks meanwhile gets the same answer. */
  readonly ask: (reason: SignedOutReason) => Promise<boolean>;
  readonly settle: (isSignedIn: boolean) => void;
}

/** Calls that found the session over wait here until somebody signs in, or leaves. */
export function createSignedOut(): SignedOut {
  const store = createStore<SignedOutState>(() => ({ reason: null }));
  let waiting: { readonly answer: Promise<boolean>; readonly resolve: (isSignedIn: boolean) => void } | null = null;
  return {
    store,
    ask: (reason) => {
      if (!waiting) {
        const { promise, resolve } = withResolvers<boolean>();
        waiting = { answer: promise, resolve };
        store.setState({ reason });
      }
      return waiting.answer;
    },
    settle: (isSignedIn) => {
      const last = waiting;
      waiting = null;
      store.setState({ reason: null });
      last?.resolve(isSignedIn);
    },
  };
}

function withResolvers<Value>(): { readonly promise: Promise<Value>; readonly resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

/** The page's one place to wait. */
export const signedOut = createSignedOut();

type SessionMessage = 'signed-out' | 'signed-in';

const CHANNEL = 'powerset.session';

/** Tells the browser's other tabs what happened to the session. */
export function tellTabs(message: SessionMessage): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(message);
  channel.close();
}

/** Hears what other tabs did with the session; answers how to stop listening. */
export function listenToTabs(listener: (message: SessionMessage) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === 'signed-out' || data === 'signed-in') listener(data);
  };
  return () => channel.close();
}
