import type { AsyncJobs } from './features/chart-data/index.ts';
import type { SqlEditorRooms } from './sql-editor-rooms.ts';

/** What processes ask of the rooms that have something at work, which are put together after them. */
export interface ProcessWatch {
  editor: Pick<SqlEditorRooms, 'settle' | 'endUnwanted'> | null;
  jobs: Pick<AsyncJobs, 'takeOver' | 'ownerOf'> | null;
  /** What runs by the clock, and sooner where somebody wants it now. */
  clocks: readonly { tick(): Promise<void> }[];
  readonly onGone: (process: string) => Promise<void>;
  readonly onBeat: (process: string) => Promise<void>;
  readonly onWork: () => Promise<void>;
}

export function createProcessWatch(): ProcessWatch {
  const watch: ProcessWatch = {
    editor: null,
    jobs: null,
    clocks: [],
    onGone: async (process) => {
      await watch.editor?.settle(process);
      await watch.jobs?.takeOver(process);
    },
    onBeat: async (process) => {
      await watch.editor?.endUnwanted(process);
      // What one left that was told to end.
      await watch.editor?.settle(null);
      await watch.jobs?.takeOver(null);
    },
    onWork: async () => {
      await watch.editor?.settle(null);
      await watch.jobs?.takeOver(null);
      for (const clock of watch.clocks) void clock.tick();
    },
  };
  return watch;
}
