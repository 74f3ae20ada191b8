import type { WireDestruction } from '@powerset/contract';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError } from '../../../api/index.ts';

/** What is asked before a run that destroys something starts. */
export interface RunQuestion {
  readonly statements: readonly WireDestruction[];
  readonly answer: (isConfirmed: boolean) => void;
}

export interface Confirmation {
  readonly store: StoreApi<{ readonly question: RunQuestion | null }>;
  readonly ask: (statements: readonly WireDestruction[]) => Promise<boolean>;
}

/** One question at a time; a newer one answers the older with no. */
export function createConfirmation(): Confirmation {
  const store = createStore<{ readonly question: RunQuestion | null }>(() => ({ question: null }));
  return {
    store,
    ask: (statements) =>
      new Promise((resolve) => {
        store.getState().question?.answer(false);
        const answer = (isConfirmed: boolean) => {
          store.setState({ question: null });
          resolve(isConfirmed);
        };
        store.setState({ question: { statements, answer } });
      }),
  };
}

/** The statements for which the server wants a confirmation; null where it refused for another reason. */
export function unconfirmedStatements(error: unknown): readonly WireDestruction[] | null {
  if (!(error instanceof ApiError) || error.code !== 'DESTRUCTIVE_SQL_ERROR') return null;
  const statements = error.errors[0]?.extra.statements;
  // As the contract says of this error.
  return Array.isArray(statements) ? (statements as readonly WireDestruction[]) : [];
}
