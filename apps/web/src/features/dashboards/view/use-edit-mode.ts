import { useLocation, useNavigate } from 'react-router';
import { changeAddress, useOpenDashboard } from '../state/index.ts';

/** Enters and leaves edit mode; the address says which it is. */
export function useEditMode(): { readonly enter: () => void; readonly leave: () => void } {
  const { store } = useOpenDashboard();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const go = (isEditing: boolean) => {
    store.getState().setEditMode(isEditing);
    navigate(`${pathname}${changeAddress(search, { isEditing })}`, { replace: true });
  };
  return { enter: () => go(true), leave: () => go(false) };
}
