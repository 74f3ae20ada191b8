import { useState } from 'react';

const storageKey = 'explore__data_table_original_formatted_time_columns';

type Kept = Readonly<Record<string, readonly string[]>>;

function readKept(): Kept {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    // Written below alone; anything else has no lists in it and is passed over.
    return value !== null && typeof value === 'object' ? (value as Kept) : {};
  } catch {
    return {};
  }
}

export interface OriginalTimes {
  readonly isOriginal: (column: string) => boolean;
  readonly set: (column: string, isOriginal: boolean) => void;
}

/** Which time columns of a dataset show the stored number instead of a date, remembered in this browser. */
export function useOriginalTimes(datasetId: number | null): OriginalTimes {
  const [kept, setKept] = useState(readKept);
  const key = String(datasetId);
  const names = Array.isArray(kept[key]) ? kept[key] : [];
  return {
    isOriginal: (column) => names.includes(column),
    set: (column, isOriginal) => {
      const others = names.filter((name) => name !== column);
      const next = { ...kept, [key]: isOriginal ? [...others, column] : others };
      setKept(next);
      try {
        localStorage.setItem(storageKey, JSON.stringify(next));
      } catch {
        // Without storage the choice lasts for this visit.
      }
    },
  };
}
