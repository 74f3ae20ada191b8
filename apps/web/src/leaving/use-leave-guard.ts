import { useEffect } from 'react';
import { type Blocker, useBlocker } from 'react-router';

export interface LeaveGuardParts {
  /** Something would be lost now; the browser itself asks before the page is closed. */
  readonly isAtRisk: boolean;
  /** The same, asked in the moment of leaving, when what is drawn may be older. */
  readonly findRisk: () => boolean;
}

/** Holds back a link or the browser's back button while something would be lost: the answer is `blocked` then, until whoever asks lets go. */
export function useLeaveGuard({ isAtRisk, findRisk }: LeaveGuardParts): Blocker {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && findRisk(),
  );
  useEffect(() => {
    if (!isAtRisk) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [isAtRisk]);
  return blocker;
}
