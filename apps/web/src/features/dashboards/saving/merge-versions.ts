import type { DashboardPut } from '@powerset/contract';
import {
  type Choices,
  type Clash,
  inWords,
  mapVersions,
  mergeSets,
  sideOf,
  sideWith,
  toCanonical,
  type Versions,
} from '../../../conflicts/index.ts';
import { msg } from '../../../i18n/index.ts';
import { readLayout, toPositions } from '../layout/index.ts';
import { readDashboardMetadata } from '../state/index.ts';
import { type DashboardVersion, differencesOf } from './aspects.ts';
import { type Translate, toLayoutClash } from './layout-words.ts';
import { mergeLayouts } from './merge-layouts.ts';
import { findMetadataClashes, mergeMetadata, reachOf } from './merge-settings.ts';

export interface VersionMerge {
  /** What both changed, each in another way. */
  readonly clashes: readonly Clash[];
  /** What the other changed, by what it is called. */
  readonly kept: readonly string[];
  /** What is to be stored over theirs. */
  toBody(choices: Choices): DashboardPut;
}

interface Words {
  readonly t: Translate;
  readonly makeId: Parameters<typeof readLayout>[1];
}

/** What two people made of one dashboard, part by part. */
export function mergeVersions(versions: Versions<DashboardVersion>, { t, makeId }: Words): VersionMerge {
  const { base, theirs } = versions;
  const layouts = mapVersions(versions, (one) => readLayout(one.position_json, makeId).layout);
  const metadata = mapVersions(versions, (one) => readDashboardMetadata(one.json_metadata));
  return {
    clashes: [
      ...findFieldClashes(versions, t),
      ...findMetadataClashes(metadata, layouts, t),
      ...mergeLayouts(layouts).clashes.map((clash) => toLayoutClash(clash, layouts, t)),
    ],
    kept: differencesOf(base, theirs, t).map((difference) => difference.label),
    toBody: (choices) => {
      const merged = mergeLayouts(layouts, choices).layout;
      const { layout } = readLayout(JSON.stringify(merged), makeId);
      const settings = { ...mergeMetadata(metadata, choices), ...reachOf(metadata, choices, layout) };
      const titles = mapVersions(versions, (one) => one.dashboard_title);
      const positions = toPositions(layout, titles[sideWith(choices, 'dashboard_title', titles)]);
      // Their title stands in the layout as well, and is no change of it.
      const isNew = toCanonical(layout) !== toCanonical(layouts.theirs);
      return {
        ...toFields(versions, choices),
        json_metadata: JSON.stringify({ ...settings, ...(isNew ? { positions } : {}) }),
      };
    },
  };
}

const textFields = [
  ['dashboard_title', msg('Name')],
  ['slug', msg('URL slug')],
  ['css', msg('CSS')],
] as const;

/** The fields in which what is to be stored differs from theirs. */
function toFields(versions: Versions<DashboardVersion>, choices: Choices): DashboardPut {
  const { base, theirs, mine } = versions;
  const owners = mergeSets(mapVersions(versions, (one) => one.owners.map((owner) => owner.id)));
  const roles = mergeSets(mapVersions(versions, (one) => one.roles.map((role) => role.id)));
  const isMine = (id: string, values: Versions<unknown>) => sideWith(choices, id, values) === 'mine';
  const texts = textFields.filter(([field]) =>
    isMine(
      field,
      mapVersions(versions, (one) => one[field]),
    ),
  );
  const hasMyCertification = isMine('certification', mapVersions(versions, certificationOf));
  return {
    ...Object.fromEntries(texts.map(([field]) => [field, mine[field]])),
    ...(base.published === mine.published ? {} : { published: mine.published }),
    ...(hasMyCertification
      ? { certified_by: mine.certified_by ?? '', certification_details: mine.certification_details ?? '' }
      : {}),
    ...(isSameSet(owners, theirs.owners) ? {} : { owners: [...owners] }),
    ...(isSameSet(roles, theirs.roles) ? {} : { roles: [...roles] }),
  };
}

function isSameSet(ids: readonly number[], things: readonly { readonly id: number }[]): boolean {
  return ids.length === things.length && things.every(({ id }) => ids.includes(id));
}

function certificationOf({ certified_by: by, certification_details: details }: DashboardVersion): unknown {
  return by ? [by, details ?? ''] : null;
}

function findFieldClashes(versions: Versions<DashboardVersion>, t: Translate): readonly Clash[] {
  const fields = textFields.flatMap(([field, label]) => {
    const values = mapVersions(versions, (one) => one[field]);
    return sideOf(values) === 'clash' ? [{ id: field, label: t(label), ...mapVersions(values, inWords) }] : [];
  });
  if (sideOf(mapVersions(versions, certificationOf)) !== 'clash') return fields;
  const toWords = ({ certified_by: by, certification_details: details }: DashboardVersion) =>
    [by, details].filter(Boolean).join('\n');
  return [...fields, { id: 'certification', label: t('Certified by'), ...mapVersions(versions, toWords) }];
}
