import type { KeyedDocument } from './keyed-document.ts';

interface Place {
  readonly resource: string;
  readonly key: string;
}

interface UnsavedDocument {
  /** The value as JSON. */
  readonly text: string;
  readonly userId: number | null;
  readonly createdOn: string;
  readonly endMs: number;
}

/** Documents for which a full disk had no room; the oldest go when there are many, and all when the process ends. */
export interface UnsavedDocuments {
  keep(place: Place, document: UnsavedDocument): void;
  find(place: Place, nowMs: number): KeyedDocument | undefined;
  delete(place: Place): boolean;
}

const maxDocuments = 2000;
const maxCharacters = 16_000_000;

export function createUnsavedDocuments(): UnsavedDocuments {
  const documents = new Map<string, UnsavedDocument>();
  let characters = 0;
  const nameOf = ({ resource, key }: Place) => `${resource} ${key}`;
  const drop = (name: string): boolean => {
    characters -= documents.get(name)?.text.length ?? 0;
    return documents.delete(name);
  };
  return {
    keep: (place, { text, userId, createdOn, endMs }) => {
      drop(nameOf(place));
      documents.set(nameOf(place), { text, userId, createdOn, endMs });
      characters += text.length;
      for (const name of documents.keys()) {
        if (documents.size <= maxDocuments && characters <= maxCharacters) break;
        drop(name);
      }
    },
    find: (place, nowMs) => {
      const found = documents.get(nameOf(place));
      if (!found || found.endMs < nowMs) return undefined;
      const { text, userId, createdOn } = found;
      // The text was made of a JSON value.
      return { key: place.key, value: JSON.parse(text) as unknown, userId, createdOn };
    },
    delete: (place) => drop(nameOf(place)),
  };
}
