import {
  type ChartVersionFields,
  chartEndpoints,
  type DraftPictureBody,
  pictureEndpoints,
  type WireObjectVersion,
} from '@powerset/contract';
import { textRoles } from '@powerset/ui';
import { api } from '../../../api/index.ts';
import { ChartPicture, usePlacedPicture } from '../../../chart-suggestions/index.ts';
import { type Difference, Differences } from '../../../conflicts/index.ts';
import { readObjectText } from '../../../controls/json-text/index.ts';
import { useT } from '../../../i18n/index.ts';
import { addresses } from '../../../shell/index.ts';
import {
  ChartFigures,
  changeWords,
  type Sides,
  VersionComparison,
  VersionsModal as VersionsDialog,
} from '../../../versions/index.ts';
import type { Explore } from '../explore-context.tsx';
import { chartDifferences, type Words, wordsOf } from '../model/chart-differences.ts';
import styles from './VersionsModal.module.css';

type T = ReturnType<typeof useT>;

interface VersionsModalProps {
  readonly chartId: number;
  readonly name: string;
  readonly explore: Explore;
  readonly onClose: () => void;
}

/** What the chart was with each save, as settings and as a picture, and the way back. */
export function VersionsModal({ chartId: id, name, explore, onClose }: VersionsModalProps) {
  const t = useT();
  const words = { definition: explore.definition, t };
  const load = async (number: number, signal: AbortSignal): Promise<ChartVersion> => {
    const { result } = await api.callEndpoint(chartEndpoints.version, { params: { id, number }, signal });
    return { number, fields: result.fields, form: toForm(result.fields) };
  };
  const restore = async (number: number) => {
    await api.callEndpoint(chartEndpoints.restoreVersion, { params: { id, number }, body: {} });
    location.assign(addresses.chart(id));
  };
  return (
    <VersionsDialog
      name={name}
      versions={{
        key: ['chart', id],
        loadPage: (q, signal) => api.callEndpoint(chartEndpoints.versions, { params: { id }, query: { q }, signal }),
        wordsOf: (version) => saveWords(version, words, t),
        restore,
      }}
      comparison={(number, newest) => (
        <VersionComparison
          key={number}
          queryKey={['chart', id]}
          number={number}
          load={load}
          now={{ choice: t('What is saved now'), label: t('Saved now'), number: newest }}
          render={(sides) => <ChartDifference id={id} sides={sides} words={words} />}
          renderFigures={(versions) => <ChartFigures id={id} versions={versions} />}
        />
      )}
      onClose={onClose}
    />
  );
}

interface ChartVersion {
  readonly number: number;
  readonly fields: ChartVersionFields;
  readonly form: DraftPictureBody['form_data'];
}

function toForm({ params, viz_type, datasource_id }: ChartVersionFields): ChartVersion['form'] {
  const read = readObjectText(params);
  return { ...('value' in read ? read.value : {}), viz_type, datasource: `${datasource_id ?? 0}__table` };
}

interface ChartDifferenceProps {
  readonly id: number;
  readonly sides: Sides<ChartVersion>;
  readonly words: Words;
}

function ChartDifference({ id, sides, words }: ChartDifferenceProps) {
  const { left, right, leftLabel, rightLabel } = sides;
  const t = useT();
  const differences = left ? differencesOf(left, right, words) : [];
  return (
    <>
      <div className={styles.pictures}>
        {left ? <Picture id={id} version={left} label={leftLabel} /> : null}
        <Picture id={id} version={right} label={rightLabel} />
      </div>
      {left && differences.length === 0 ? <p className={textRoles.muted}>{t('They are the same.')}</p> : null}
      <Differences differences={differences} leftLabel={leftLabel} rightLabel={rightLabel} />
    </>
  );
}

function differencesOf(left: ChartVersion, right: ChartVersion, words: Words): readonly Difference[] {
  const { t } = words;
  const texts: readonly (readonly [string, (fields: ChartVersionFields) => unknown])[] = [
    [t('Description'), (fields) => fields.description],
    [t('Cache timeout'), (fields) => fields.cache_timeout],
    [t('Certified by'), (fields) => fields.certified_by],
    [t('Certification details'), (fields) => fields.certification_details],
  ];
  const saved = ({ fields, form }: ChartVersion) => ({ slice_name: fields.slice_name, form_data: form });
  return [
    ...chartDifferences(saved(left), saved(right), words),
    ...texts.flatMap(([label, of]) => {
      const [was, is] = [String(of(left.fields) ?? ''), String(of(right.fields) ?? '')];
      return was === is ? [] : [{ label, left: was, right: is }];
    }),
  ];
}

/** What a version looks like with the rows of today. */
function Picture({ id, version, label }: { id: number; version: ChartVersion; label: string }) {
  const { form, number } = version;
  const picture = usePlacedPicture<HTMLElement>({
    key: ['version', id, number],
    source: `chart ${id}`,
    load: async (look, signal) =>
      (await api.callEndpoint(pictureEndpoints.draft, { body: { form_data: form, ...look }, signal })).result,
  });
  return (
    <figure ref={picture.ref} className={styles.picture}>
      <figcaption className={textRoles.muted}>{label}</figcaption>
      <ChartPicture chartKey={form.viz_type} picture={picture} alt={picture.summary || label} />
    </figure>
  );
}

function saveWords(version: WireObjectVersion, words: Words, t: T): string {
  const nameOf = wordsOf(words);
  const labels: Readonly<Record<string, string>> = {
    description: t('Description'),
    cache_timeout: t('Cache timeout'),
    certified_by: t('Certified by'),
    certification_details: t('Certification details'),
    datasource_id: t('Dataset'),
  };
  const changes = version.changed_fields.map((field) =>
    t('{{field}} changed', { field: labels[field] ?? nameOf(field.replace(/^params\./, '')) }),
  );
  return changeWords(version, changes, t);
}
