import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation, useSearchParams } from 'react-router';
import { useT } from '../i18n/index.ts';
import { Drawer } from './Drawer.tsx';
import type { NavKey } from './feature-routes.ts';
import frame from './frame.module.css';
import { lazyPart } from './lazy-part.ts';
import styles from './Shell.module.css';
import { useShortcut, useShortcutKeys } from './shortcuts.ts';
import { TopBar } from './TopBar.tsx';
import { TriedThemeNote } from './TriedThemeNote.tsx';
import { TypedAhead } from './TypedAhead.tsx';
import { ViewAsNote } from './ViewAsNote.tsx';

const AppPalette = lazyPart(async () => (await import('./AppPalette.tsx')).AppPalette);
const ShortcutsModal = lazyPart(async () => (await import('./ShortcutsModal.tsx')).ShortcutsModal);

type Overlay = 'palette' | 'shortcuts' | 'drawer' | null;

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('[data-page-search]')?.focus();
}

function useShellShortcuts(open: (overlay: Overlay) => void): void {
  const t = useT();
  const group = t('Everywhere');
  useShortcutKeys();
  useShortcut({
    keys: 'Ctrl K',
    label: t('Search or run a command'),
    group,
    run: () => open('palette'),
    worksInFields: true,
  });
  useShortcut({ keys: '/', label: t('Search in the page'), group, run: focusSearch });
  useShortcut({ keys: '?', label: t('All shortcuts'), group, run: () => open('shortcuts') });
}

/** `standalone` in the address asks for the page without the product around it. */
function useStandalone(): boolean {
  const [search] = useSearchParams();
  const asked = search.get('standalone');
  return asked === 'true' || Number(asked) >= 1;
}

/** The frame of every page: bar, main area, and what floats over both. */
export function Shell({ nav, children }: { nav: NavKey | null; children: ReactNode }) {
  const t = useT();
  const [overlay, setOverlay] = useState<Overlay>(null);
  const [typed, setTyped] = useState('');
  const { pathname } = useLocation();
  const isStandalone = useStandalone();
  const isLeaving = useNavigation().state !== 'idle';
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useShellShortcuts(setOverlay);
  // A new page starts at its top; the first one stands there, and asking would lay it out before it is drawn.
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    setOverlay(null);
    main.current?.scrollTo(0, 0);
  }, [pathname]);
  const close = () => {
    setOverlay(null);
    setTyped('');
  };
  return (
    <div className={frame.frame}>
      <a href="#main" className={styles.skip}>
        {t('Skip to content')}
      </a>
      {isStandalone ? null : (
        <TopBar
          active={nav}
          isDrawerOpen={overlay === 'drawer'}
          onDrawer={() => setOverlay(overlay === 'drawer' ? null : 'drawer')}
          onFind={() => setOverlay('palette')}
          onHelp={() => setOverlay('shortcuts')}
        />
      )}
      {isLeaving ? <div className={styles.progress} role="progressbar" aria-label={t('Loading...')} /> : null}
      {overlay === 'drawer' ? <Drawer onClose={close} path={pathname} /> : null}
      <main ref={main} id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <ViewAsNote />
      <TriedThemeNote />
      {overlay === 'palette' ? (
        <Suspense fallback={<TypedAhead onText={setTyped} />}>
          <AppPalette typed={typed} onClose={close} />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>{overlay === 'shortcuts' ? <ShortcutsModal onClose={close} /> : null}</Suspense>
    </div>
  );
}
