import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { changeAddress, readAddress, useDashboard, useOpenDashboard } from '../state/index.ts';

export interface FullSize {
  readonly enter: (chartId: number) => void;
  readonly leave: () => void;
}

/** The step before is the dashboard without it: leaving goes back there, and adds no step of its own. */
const enteredHere = { step: 'full-size' };

/** Shows one chart in full size, or all again. The address says which, so that it can be sent, and Back leaves it. */
export function useFullSize(): FullSize {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const addressOf = useCallback(
    (focusedChartId: number | null) => `${pathname}${changeAddress(search, { focusedChartId })}${hash}`,
    [pathname, search, hash],
  );
  const enter = useCallback(
    (chartId: number) => void navigate(addressOf(chartId), { state: enteredHere }),
    [navigate, addressOf],
  );
  const wasEnteredHere = state?.step === enteredHere.step;
  const leave = useCallback(
    () => void (wasEnteredHere ? navigate(-1) : navigate(addressOf(null), { replace: true })),
    [navigate, addressOf, wasEnteredHere],
  );
  return { enter, leave };
}

/** The chart that the address names is the one in full size, whoever changed the address. */
export function useFullSizeOfAddress(): void {
  const { store } = useOpenDashboard();
  const { search } = useLocation();
  const { focusedChartId } = readAddress(search, '');
  useEffect(() => {
    const { fullSizeChartId, setFullSize } = store.getState();
    if (fullSizeChartId !== focusedChartId) setFullSize(focusedChartId);
  }, [store, focusedChartId]);
}

/** Escape leaves the full size, unless something in the chart had use for it. */
export function useFullSizeEscape(chartId: number): void {
  const isFull = useDashboard((state) => state.fullSizeChartId === chartId);
  const { leave } = useFullSize();
  useEffect(() => {
    if (!isFull) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) leave();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [isFull, leave]);
}
