import { CrossScopesModal, FilterConfigModal } from '../filter-bar/index.ts';
import { VersionsModal } from '../saving/index.ts';
import { CheckModal } from './CheckModal.tsx';
import { DeleteDashboardModal } from './DeleteDashboardModal.tsx';
import { EmbedModal } from './EmbedModal.tsx';
import { PropertiesModal } from './PropertiesModal.tsx';
import { RefreshModal } from './RefreshModal.tsx';
import { SaveAsModal } from './SaveAsModal.tsx';

export type DashboardDialog =
  | 'properties'
  | 'filters'
  | 'cross-scopes'
  | 'versions'
  | 'check'
  | 'save-as'
  | 'embed'
  | 'delete'
  | 'refresh-interval';

/** The dialog that an action of the dashboard opens. */
export function DashboardDialogs({ dialog, onClose }: { dialog: DashboardDialog; onClose: () => void }) {
  switch (dialog) {
    case 'properties':
      return <PropertiesModal onClose={onClose} />;
    case 'filters':
      return <FilterConfigModal onClose={onClose} />;
    case 'cross-scopes':
      return <CrossScopesModal onClose={onClose} />;
    case 'save-as':
      return <SaveAsModal onClose={onClose} />;
    case 'versions':
      return <VersionsModal onClose={onClose} />;
    case 'check':
      return <CheckModal onClose={onClose} />;
    case 'embed':
      return <EmbedModal onClose={onClose} />;
    case 'delete':
      return <DeleteDashboardModal onClose={onClose} />;
    default:
      return <RefreshModal onClose={onClose} />;
  }
}
