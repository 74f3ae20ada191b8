/** Of what several people save, what is seen of each other, and what is deleted or proposed: no row names it. */
const room = 'apps/web/src/features/dashboards';
const conflicts = 'apps/web/src/conflicts';
const records = { file: `${conflicts}/merge-records.ts`, test: `${conflicts}/merge-records.test.ts` };
const merging = { file: `${conflicts}/merging.ts`, test: `${conflicts}/merging.test.ts` };
const versions = `${room}/saving/merge-versions.test.ts`;
const charts = 'apps/web/src/features/explore/model/merge-charts';
const datasets = 'apps/web/src/dataset-editor/merge-datasets';
const server = 'apps/server/src/features/dashboards';
const presence = { file: `${server}/presence.ts`, test: `${server}/presence.test.ts` };
const deletions = { file: 'apps/web/src/api/deletions.ts', test: 'apps/web/src/api/deletions.test.ts' };
const metadata = {
  file: `apps/web/src/controls/json-text/object-text.ts`,
  test: `apps/web/src/controls/json-text/object-text.test.ts`,
};
const access = 'apps/server/src/features/access-requests';
const asked = `${access}/access-requests.test.ts`;
const closed = {
  file: 'apps/web/src/features/sql-editor/tabs/closed-tabs.ts',
  test: 'apps/web/src/features/sql-editor/tabs/tabs.test.ts',
};
const restored = { file: `${room}/layout/deletions.ts`, test: `${room}/state/deletions.test.ts` };
const proposals = `${room}/filters/propose-filters.test.ts`;

export const savingFeatures = [
  {
    ...records,
    title: 'are put together field by field, and only what both changed is asked',
    what: 'what both changed is not asked',
    find: "if (sideOf(field) === 'clash') clashes.push(",
    put: "if (sideOf(field) === 'clash' && name === '') clashes.push(",
  },
  {
    ...records,
    title: 'keep what either put in, and the name that one gave',
    what: 'a thing that was renamed counts as another',
    find: 'item.id !== undefined && known.has(item.id) ?',
    put: 'item.id === null && known.has(item.id) ?',
  },
  {
    ...records,
    title: 'leave out what one took out, and ask where the other changed it',
    what: 'what one took out comes back',
    find: 'return { value: undefined, clashes: [] };',
    put: 'return { value: there, clashes: [] };',
  },
  {
    ...merging,
    title: 'in a set stays what nobody took out',
    what: 'what the other took out of a set stays in it',
    find: 'mine.includes(item) || !base.includes(item)',
    put: 'mine.includes(item) || base.includes(item)',
  },
  {
    file: `${room}/saving/merge-settings.ts`,
    test: versions,
    title: 'keep both people’s filters, the changed, the new and the removed ones',
    what: 'the filters of one are all that is kept',
    find: 'const members = [...new Set([...lists.theirs, ...lists.mine])]',
    put: 'const members = [...new Set([...lists.mine])]',
  },
  {
    file: `${room}/saving/merge-settings.ts`,
    test: versions,
    title: 'put single settings and colours of single labels together',
    what: 'colours of labels are one setting',
    find: 'if (!tableKeys.includes(key) || !isRecord(value))',
    put: 'if (tableKeys.includes(key) || !isRecord(value))',
  },
  {
    file: `${room}/saving/merge-layouts.ts`,
    test: versions,
    title: 'are asked where a chart belongs that each moved elsewhere',
    what: 'nobody is asked where a part belongs that both moved',
    find: 'const chosen = notes ? this.choose(',
    put: 'const chosen = notes && id === rootId ? this.choose(',
  },
  {
    file: `${room}/saving/merge-layouts.ts`,
    test: versions,
    title: 'have a chart once that both put in',
    what: 'a chart that both put in stands twice',
    find: 'if (names.size === 0) return mine;',
    put: 'if (names.size >= 0) return mine;',
  },
  {
    file: `${charts}.ts`,
    test: `${charts}.test.ts`,
    title: 'takes their settings beside ours, and asks where both changed one',
    what: 'what a chart type fills in counts as a change',
    find: 'form_data: withChanges(opened, base.form_data, theirs.form_data),',
    put: 'form_data: withChanges(theirs.form_data, theirs.form_data, theirs.form_data),',
  },
  {
    file: `${charts}.ts`,
    test: `${charts}.test.ts`,
    title: 'puts nothing together where one of both made another type of it',
    what: 'charts of two types are put together',
    find: 'if (new Set(kinds).size > 1) return null;',
    put: 'if (new Set(kinds).size > 9) return null;',
  },
  {
    file: `${datasets}.ts`,
    test: `${datasets}.test.ts`,
    title: 'puts two saves of a dataset together',
    what: 'owners that the other gave a dataset are lost',
    find: 'owners: mergeSets(mapVersions(versions, (draft) => draft.owners)),',
    put: 'owners: mergeSets(mapVersions(versions, () => versions.mine.owners)),',
  },
  {
    ...presence,
    title: 'is told to the others, those who edit first, each person once',
    what: 'somebody who edits in one of his pages counts as a reader',
    find: 'beat.is_editing || people.get(id)?.is_editing === true',
    put: 'beat.is_editing && people.get(id)?.is_editing !== true',
  },
  {
    ...presence,
    title: 'ends when the page is left, or has not been heard of for a while',
    what: 'who was not heard of stays',
    find: 'if (beat.until <= time) remove(dashboardId, visitId);',
    put: 'if (beat.until <= 0 * time) remove(dashboardId, visitId);',
  },
  {
    ...presence,
    title: 'is bounded: pages of one person, people told of, pages in all',
    what: 'one person may have any number of pages',
    find: 'own.length >= bounds.visitsPerPerson && own[0]',
    put: 'own.length >= bounds.visits && own[0]',
  },
  {
    ...deletions,
    title: 'that is taken back never reaches the server',
    what: 'what was taken back is deleted all the same',
    find: '      undo: () => {\n        if (isSettled) return;\n        isSettled = true;\n',
    put: '      undo: () => {\n        if (isSettled) return;\n        void deletion.commit();\n',
  },
  {
    ...deletions,
    title: 'of access goes with its message, and one of a name that is given again goes before',
    what: 'access that was taken stays as long as the page is open',
    find: '...(isPrompt ? { onGone:',
    put: '...(isPrompt && items.length > 9 ? { onGone:',
  },
  {
    ...deletions,
    title: 'of several is one call, and the latest is taken back first',
    what: 'the first of several deletions is taken back',
    find: 'store.getState().pending.at(-1)',
    put: 'store.getState().pending.at(0)',
  },
  {
    ...metadata,
    title: 'a text that is no JSON is wrong in one place',
    what: 'a fault in JSON is at its beginning',
    find: 'placeAt(text, findFault(text))',
    put: 'placeAt(text, 0 * findFault(text))',
  },
  {
    ...metadata,
    title: 'a key that the server refuses is found in the text',
    what: 'a refused key has no line',
    find: 'return at < 0 ? null : placeAt(text, at).line;',
    put: 'return at < 9 ? null : placeAt(text, 0).line;',
  },
  {
    file: `${room}/filters/propose-filters.ts`,
    test: proposals,
    title: 'are over the time of the dataset that most charts read',
    what: 'proposed filters are in the order of the charts, not of their use',
    find: 'sort(([, left], [, right]) => right - left)',
    put: 'sort(([, left], [, right]) => left - right)',
  },
  {
    file: `${room}/filters/propose-filters.ts`,
    test: proposals,
    title: 'leave out what the dashboard filters by already',
    what: 'filters are proposed that are there',
    find: '!isThere(entries.filter(isFilter), proposal)',
    put: '!isThere(entries.filter(isFilter).slice(99), proposal)',
  },
  {
    file: `${room}/filters/filter-problems.ts`,
    test: proposals,
    title: 'is a default without a value and a dependency without a filter',
    what: 'a default without a value is not missed',
    find: "      wishes.includes('default') &&",
    put: '      wishes.length > 9 &&',
  },
  {
    file: `${access}/service.ts`,
    test: asked,
    title: 'is answered alike whether what is asked for is hidden or not there',
    what: 'who asks for access learns what there is',
    find: 'if (found && (await seesObject(deps, user, found)))',
    put: 'if (!found || (await seesObject(deps, user, found)))',
  },
  {
    file: `${access}/service.ts`,
    test: asked,
    title: 'is bounded by the words and by the day',
    what: 'one person asks without an end',
    find: 'if (recent.length < requestsADay || !oldest) return;',
    put: 'if (recent.length <= requestsADay || !oldest) return;',
  },
  {
    file: `${access}/store.ts`,
    test: asked,
    title: 'are administrators and the owners of the object, once for a person',
    what: 'one person asks twice for one dashboard, by its two names',
    find: '{isFirst} and $',
    put: '{isAskers} and $',
  },
  {
    file: `${access}/store.ts`,
    test: asked,
    title: 'are administrators and the owners of the object, once for a person',
    what: 'any author is asked for what others own',
    find: 'where owners.user_id = $',
    put: 'where 0 < $',
  },
  {
    file: `${access}/opening-roles.ts`,
    test: asked,
    title: 'gives one of the roles that open it, the narrowest first',
    what: 'the widest role stands first',
    find: 'width(left) - width(right)',
    put: 'width(right) - width(left)',
  },
  {
    file: `${access}/opening-roles.ts`,
    test: asked,
    title: 'gives one of the roles that open it, the narrowest first',
    what: 'any role is given',
    find: '.some((role) => role.id === roleId)',
    put: '.some((role) => role.id > 0)',
  },
  {
    ...closed,
    title: 'are kept in a bounded number and length, the latest always',
    what: 'a long text that is closed is lost',
    find: 'return index === 0 || characters <= maxCharacters;',
    put: 'return characters <= maxCharacters;',
  },
  {
    ...closed,
    title: 'are not kept when there is nothing in them',
    what: 'empty tabs are kept when they are closed',
    find: 'if (!tab || isEmpty(tab)) return rest;',
    put: 'if (!tab) return rest;',
  },
  {
    ...restored,
    title: 'comes back alone to its place',
    what: 'a part that is brought back stands below all else',
    find: 'if (first?.isDone) return first;',
    put: 'if (first?.isDone && nodes.length === 0) return first;',
  },
  {
    ...restored,
    title: 'comes back alone to its place',
    what: 'a row that was only left empty counts as deleted',
    find: 'if (nodes.every((node) => frames.includes(node.type))) return [];',
    put: 'if (nodes.length === 0) return [];',
  },
];
