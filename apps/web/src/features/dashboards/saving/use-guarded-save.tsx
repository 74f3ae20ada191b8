import { type ReactNode, Suspense, useState } from 'react';
import { lazyPart } from '../../../shell/index.ts';
import { isConflict } from './save-metadata.ts';
import { useReload } from './versions.ts';

const ConflictModal = lazyPart(async () => (await import('./ConflictModal.tsx')).ConflictModal);

type SaveCall = (isOverwriting: boolean) => Promise<void>;

export interface GuardedSave {
  /** Saves a single setting; somebody else's save in between opens the question whose stays. */
  readonly run: (save: SaveCall) => void;
  readonly dialog: ReactNode;
}

/** For settings that are saved by one click, outside of a dialog. */
export function useGuardedSave(onFailure: (error: unknown) => void): GuardedSave {
  const reload = useReload();
  const [waiting, setWaiting] = useState<{ readonly save: SaveCall } | null>(null);
  const attempt = (save: SaveCall, isOverwriting: boolean) =>
    void save(isOverwriting).catch((error: unknown) => (isConflict(error) ? setWaiting({ save }) : onFailure(error)));
  return {
    run: (save) => attempt(save, false),
    dialog: waiting ? (
      <Suspense fallback={null}>
        <ConflictModal
          isPart
          onClose={() => setWaiting(null)}
          onOverwrite={() => attempt(waiting.save, true)}
          onTakeTheirs={reload}
        />
      </Suspense>
    ) : null,
  };
}
