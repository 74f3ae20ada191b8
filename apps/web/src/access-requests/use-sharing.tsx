import type { MenuEntry } from '@powerset/ui';
import { type ReactNode, Suspense, useState } from 'react';
import { useT } from '../i18n/index.ts';
import { lazyPart } from '../shell/index.ts';
import type { ShareModalProps } from './ShareModal.tsx';

/** Comes when somebody shares. */
export const ShareModal = lazyPart(async () => (await import('./ShareModal.tsx')).ShareModal);

/** The entry of a menu by which an object is shared with people and groups, and its dialog; none for null. */
export function useSharing(object: ShareModalProps['object'] | null): {
  readonly entries: readonly MenuEntry[];
  readonly dialog: ReactNode;
} {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  if (!object) return { entries: [], dialog: null };
  return {
    entries: [{ key: 'people', label: t('Share with a person or a group…'), onSelect: () => setIsOpen(true) }],
    dialog: isOpen ? (
      <Suspense fallback={null}>
        <ShareModal object={object} onClose={() => setIsOpen(false)} />
      </Suspense>
    ) : null,
  };
}
