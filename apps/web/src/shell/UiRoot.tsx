import {
  type ThemeMode,
  ThemeProvider,
  Toasts,
  type UiLinkProps,
  UiLinkProvider,
  type UiTexts,
  UiTextsProvider,
  watchCutTexts,
} from '@powerset/ui';
import { type ReactNode, useEffect, useMemo } from 'react';
import { Link } from 'react-router';
import { formatDecimal, useT } from '../i18n/index.ts';
import { useDress } from '../theming/index.ts';

function isOwnAddress(href: string): boolean {
  return href.startsWith('/') && !href.startsWith('//') && !/^\/(api|swagger|static|assets)\//.test(href);
}

/** Own addresses travel inside the page; downloads, API and the outside world as the browser does it. */
function AppLink({ href, ...rest }: UiLinkProps) {
  if (!isOwnAddress(href) || rest.download !== undefined || rest.target) return <a {...rest} href={href} />;
  return <Link {...rest} to={href} />;
}

function useTexts(): UiTexts {
  const t = useT();
  return useMemo<UiTexts>(
    () => ({
      close: t('Close'),
      remove: t('Remove'),
      copy: t('Copy'),
      copied: t('Copied'),
      details: t('Details'),
      hideDetails: t('Hide details'),
      loading: t('Loading...'),
      noMatch: t('Nothing found'),
      discardQuestion: t('Discard changes?'),
      discard: t('Discard'),
      keepEditing: t('Keep editing'),
      search: t('Search'),
      clear: t('Clear'),
      more: t('More'),
      rowNumber: t('Row number'),
      nullValue: 'NULL',
      decimal: formatDecimal,
      notifications: t('Notifications'),
      resizeColumn: (name) => t('Resize {{name}}', { name }),
      sortBy: (name) => t('Sort by {{name}}', { name }),
      nullShare: (share) => t('{{share}} null', { share }),
      showColumn: (name) => t('Show column {{name}}', { name }),
      notFound: (words) => t('Not found: {{words}}', { words }),
      notAmongChoices: (words) => t('Not among the choices: {{words}}', { words }),
      notLookedUp: (words) => t('Not looked up: {{words}}', { words }),
      andMore: (count) => t('and {{count}} more', { count }),
      cellsCopied: (count) => t('{{count}} cells copied', { count }),
      cellsCopiedInPart: (count, all) => t('The first {{count}} of {{all}} cells were copied', { count, all }),
      cellActions: t('Cell'),
      copyFormats: {
        csv: t('Copy as CSV'),
        markdown: t('Copy as Markdown'),
        insert: t('Copy as INSERT'),
        in: t('Copy as IN (…)'),
      },
      characters: (count) => t('{{count}} characters', { count }),
      selectRow: t('Select row'),
      selectColumn: t('Select column'),
      selectAll: t('Select all'),
      keyNames: {
        Ctrl: t('Ctrl'),
        Shift: t('Shift'),
        Space: t('Space'),
        Delete: t('Delete', { context: 'key' }),
        PageUp: t('PageUp'),
        PageDown: t('PageDown'),
      },
    }),
    [t],
  );
}

/** Theme, words, links and messages, under everything else. */
export function UiRoot({ theme, children }: { readonly theme?: ThemeMode; readonly children: ReactNode }) {
  useEffect(() => watchCutTexts(), []);
  return (
    <ThemeProvider given={theme} dress={useDress()}>
      <UiTextsProvider texts={useTexts()}>
        <UiLinkProvider component={AppLink}>
          {children}
          <Toasts />
        </UiLinkProvider>
      </UiTextsProvider>
    </ThemeProvider>
  );
}
