import type { BundleKind } from '@powerset/contract';
import { AppError } from '../../http/index.ts';

type Detail = string | Readonly<Record<string, readonly string[]>>;

/** Gathers what is wrong with a bundle, file by file, so that one answer tells all of it. */
export interface Problems {
  /** Something about a file, or about fields of it. */
  add(file: string, detail: Detail): void;
  /** Something that the person may not do. */
  refuse(file: string, text: string): void;
  /** Something that was left out; the import goes on. */
  warn(text: string): void;
  readonly warnings: readonly string[];
  throwIfAny(): void;
}

const maxReported = 100;

export function createProblems(kind: BundleKind): Problems {
  const details = new Map<string, Detail>();
  const warnings: string[] = [];
  let isRefused = false;
  const add = (file: string, detail: Detail) => {
    const known = details.get(file);
    const isBoth = typeof known === 'object' && typeof detail === 'object';
    if (known === undefined || isBoth) details.set(file, isBoth ? { ...known, ...detail } : detail);
  };
  return {
    add,
    refuse: (file, text) => {
      isRefused = true;
      add(file, text);
    },
    warn: (text) => {
      if (warnings.length < maxReported) warnings.push(text);
    },
    warnings,
    throwIfAny: () => {
      const [first] = details;
      if (!first) return;
      throw new AppError('GENERIC_COMMAND_ERROR', {
        params: { message: `Error importing ${kind.replace('_', ' ')}: ${first[0]}: ${toText(first[1])}` },
        extra: Object.fromEntries([...details].slice(0, maxReported)),
        status: isRefused ? 403 : 422,
      });
    },
  };
}

function toText(detail: Detail): string {
  if (typeof detail === 'string') return detail;
  return Object.entries(detail)
    .map(([field, texts]) => (field === '_schema' ? texts.join(' ') : `${field}: ${texts.join(' ')}`))
    .join('; ');
}
