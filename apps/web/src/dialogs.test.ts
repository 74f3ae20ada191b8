import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = import.meta.dirname;

/** Dialogs that ask nothing when they are closed by Esc, their cross or a press outside, and what is not lost there. */
const reasons: Readonly<Record<string, string>> = {
  'conflicts/OverwriteModal.tsx': 'asks about what is kept behind it, and says itself what staying means',
  'drilling/ByDialog.tsx': 'what is chosen is drawn at once, and saved in a dialog of its own',
  'drilling/DetailDialog.tsx': 'what is chosen and searched shows at once, and changes nothing',
  'drilling/explain/ExplainDialog.tsx': 'what is chosen is compared at once, and changes nothing',
  'features/dashboards/edit/EditSide.tsx': 'what is added is on the dashboard at once',
  'features/dashboards/filter-bar/settings/FilterConfigModal.tsx':
    'asks itself, where the filters are other than before',
  'features/dashboards/saving/ConflictModal.tsx':
    'asks about what is kept behind it, and says itself what staying means',
  'features/explore/modals/GalleryModal.tsx': 'one of the cards is chosen anew with one press',
  'features/sql-editor/results/comparison/CompareModal.tsx': 'what is chosen is compared at once',
};

it('asks in every dialog before what was typed in it is gone, but for those where nothing would be', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx$/.test(name))
    .map((name) => join(root, name));
  const dialogs = files.map((file) => [file, readFileSync(file, 'utf8')] as const);
  const closingAtOnce = dialogs.filter(([, text]) => /\bclosesAtOnce\b/.test(text)).map(([file]) => file);
  expect(closingAtOnce.map((file) => relative(root, file).replaceAll('\\', '/')).toSorted()).toEqual(
    Object.keys(reasons).toSorted(),
  );
  const homeMade = dialogs.filter(([, text]) => text.includes('aria-modal')).map(([file]) => relative(root, file));
  // Filters of a phone: what is chosen there stays chosen, and is applied or not.
  expect(homeMade.map((file) => file.replaceAll('\\', '/'))).toEqual([
    'features/dashboards/filter-bar/FilterSheet.tsx',
  ]);
});
