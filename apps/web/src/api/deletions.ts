import type { AnyInput, Endpoint, Operation } from '@powerset/contract';
import { toasts as appToasts } from '@powerset/ui';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { t } from '../i18n/index.ts';
import { api } from './api-client.ts';
import type { CallInput } from './client.ts';
import { errorText } from './errors.ts';
import { listMessages } from './messages.ts';
import { callOf, paramsOf, type Resource } from './resources.ts';

export interface DeletedItem {
  readonly id: number;
  readonly name: string;
}

/** One deletion that can still be taken back: out of sight here, untouched on the server. */
export interface Pending {
  readonly resource: Resource;
  readonly items: readonly DeletedItem[];
  /** Deletes now; what comes after does not wait for the page. */
  readonly commit: (options?: { readonly outlivesPage?: boolean }) => Promise<void>;
  readonly undo: () => void;
}

export interface DeletionsState {
  /** Oldest first. */
  readonly pending: readonly Pending[];
}

/** How long Undo stands in a message; afterwards it stays in the list of what was deleted. */
const UNDO_MS = 10_000;

export interface DeletionParts {
  readonly call: (endpoint: Endpoint, input: AnyInput & Pick<CallInput<Operation>, 'outlivesPage'>) => Promise<unknown>;
  readonly toasts: Pick<typeof appToasts, 'success' | 'danger'>;
}

export interface Deletions {
  readonly store: StoreApi<DeletionsState>;
  /** Takes objects out of sight until the page is left, when they are deleted; `reread` follows before they are shown again. */
  readonly remove: (resource: Resource, items: readonly DeletedItem[], options: RemovalOptions) => void;
  /** Takes the latest deletion back; answers whether there was one. */
  readonly undoLast: () => boolean;
  /** Deletes now what still waits: before signing out, when the page is left, or goes. */
  readonly flush: (options?: { readonly outlivesPage?: boolean }) => Promise<void>;
  /** Deletes now what waits of one resource, so that a name is free that is given again. */
  readonly flushOf: (resource: Resource) => Promise<void>;
}

export interface RemovalOptions {
  readonly reread: () => Promise<void>;
  /** Deletes as soon as the message goes: what must not last for as long as somebody leaves a page open. */
  readonly isPrompt?: boolean;
  /** Told when the server is asked, and how that went. */
  readonly onStep?: (step: DeletionStep) => void;
}

export type DeletionStep = 'begin' | 'complete' | 'fail';

/** What is hidden of a resource. */
export function hiddenIds({ pending }: DeletionsState, resource: Resource): ReadonlySet<number> {
  const ofResource = pending.filter((deletion) => deletion.resource.name === resource.name);
  return new Set(ofResource.flatMap(({ items }) => items.map(({ id }) => id)));
}

/** Deletions that can be taken back before the server knows of them. */
export function createDeletions({ call, toasts }: DeletionParts): Deletions {
  const store = createStore<DeletionsState>(() => ({ pending: [] }));
  const show = (deletion: Pending) =>
    store.setState(({ pending }) => ({ pending: pending.filter((other) => other !== deletion) }));
  const remove: Deletions['remove'] = (resource, items, { reread, isPrompt = false, onStep }) => {
    let isSettled = false;
    const deletion: Pending = {
      resource,
      items,
      commit: async (options = {}) => {
        if (isSettled) return;
        isSettled = true;
        onStep?.('begin');
        try {
          await sendDeletion(call, deletion, options.outlivesPage ?? false);
          onStep?.('complete');
        } catch (error) {
          onStep?.('fail');
          toasts.danger(listMessages.deleteFailed(errorText(error), items.length === 1 ? items[0]?.name : undefined));
        }
        await reread().catch(() => undefined);
        show(deletion);
      },
      undo: () => {
        if (isSettled) return;
        isSettled = true;
        show(deletion);
      },
    };
    store.setState(({ pending }) => ({ pending: [...pending, deletion] }));
    toasts.success(listMessages.deleted(nameOf(items)), {
      durationMs: UNDO_MS,
      isDeletion: true,
      action: { label: t('Undo'), onSelect: deletion.undo },
      ...(isPrompt ? { onGone: () => void deletion.commit() } : {}),
    });
  };
  return {
    store,
    remove,
    undoLast: () => {
      const last = store.getState().pending.at(-1);
      last?.undo();
      return last !== undefined;
    },
    flush: async (options) => {
      await Promise.all(store.getState().pending.map((deletion) => deletion.commit(options)));
    },
    flushOf: async (resource) => {
      const pending = store.getState().pending.filter((deletion) => deletion.resource.name === resource.name);
      await Promise.all(pending.map((deletion) => deletion.commit()));
    },
  };
}

/** What a deletion is called: by its object, or by their number. */
export function nameOfDeletion({ items }: Pick<Pending, 'items'>): string {
  return nameOf(items);
}

function nameOf(items: readonly DeletedItem[]): string {
  const [only] = items;
  return items.length === 1 && only ? only.name : t('{{count}} selected', { count: items.length });
}

async function sendDeletion(call: DeletionParts['call'], { resource, items }: Pending, outlivesPage: boolean) {
  const [only] = items;
  if (items.length === 1 && only) {
    await call(callOf(resource, 'delete'), { params: paramsOf(resource, only.id), outlivesPage });
  } else {
    const query = { q: items.map(({ id }) => id) };
    await call(callOf(resource, 'bulkDelete'), { params: resource.params, query, outlivesPage });
  }
}

/** The application's deletions. */
export const deletions: Deletions = createDeletions({
  call: (endpoint, input) => api.callEndpoint(endpoint, input),
  toasts: appToasts,
});
