import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = import.meta.dirname;

/** Who speaks in the corner, and why no button is in sight of what is said. */
const reasons: Readonly<Record<string, string>> = {
  'api/deletions.ts': 'the row that was deleted is gone, and the undo outlives the list',
  'api/favorites.ts': 'read by the page itself',
  'api/use-resource.ts': 'read by the page itself',
  'features/dashboards/edit/BuilderPane.tsx': 'read by the page itself',
  'features/dashboards/edit/edit-context.tsx': 'what a drag came to: where it ended nothing was pressed',
  'features/dashboards/edit/use-add-chart.ts': 'what a drag came to, or read afterwards',
  'features/dashboards/edit/use-parts-editing.ts': 'what keys came to that no button has',
  'features/dashboards/edit/use-removal-message.ts': 'the part that was removed is gone',
  'features/dashboards/filter-bar/sets/use-filter-sets.ts': 'what an undo in the corner came to',
  'features/dashboards/filter-bar/use-filter-values.ts': 'looked up while somebody types or pastes',
  'features/dashboards/loading/open-store.ts': 'said by the page when it opens, or by its history',
  'features/dashboards/loading/use-dashboard-data.ts': 'read by the page itself',
  'features/explore/controls/AsyncSelectControl.tsx': 'read by the page itself',
  'features/lists/use-restoring.ts': 'the row that was restored is gone, and the message leads to the object',
  'features/sql-editor/panels.ts': 'the server hears of panels and tabs by itself',
  'features/sql-editor/session-runs.ts': 'the run that was removed is gone from the list',
  'features/sql-editor/session-tabs.ts': 'the tab that was closed is gone, and what the server hears of it',
  'features/sql-editor/tabs/backend-sync.ts': 'the server hears of panels and tabs by itself',
  'features/sql-editor/tree/use-tree.ts': 'read by the page itself',
  'features/sql-editor/use-opening.ts': 'read by the page itself',
  'features/uploads/FileDrop.tsx': 'what a dropped file came to',
  'features/uploads/UploadPage.tsx': 'a long job, whose page goes on to the dataset',
  'report-editor/use-reports-menu.tsx': 'read when a menu is opened, which stays open over its button',
  'shell/lazy-part.ts': 'said by the page itself',
};

it('says in the corner only what no button is in sight of, and everything else beside what was pressed [ERR-007]', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => join(root, name));
  const inTheCorner = files.filter((file) => /\btoasts\b/.test(readFileSync(file, 'utf8')));
  expect(inTheCorner.map((file) => relative(root, file).replaceAll('\\', '/')).toSorted()).toEqual(
    Object.keys(reasons).toSorted(),
  );
});
