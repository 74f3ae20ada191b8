import { ListSkeleton, RadioGroup, Segmented, textRoles } from '@powerset/ui';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../api/index.ts';
import { LoadFailureBox } from '../controls/load-failure/index.ts';
import { useT } from '../i18n/index.ts';
import styles from './VersionsModal.module.css';

/** Two versions side by side, the older one on the left; null where none is kept. */
export interface Sides<Version> {
  readonly left: Version | null;
  readonly right: Version;
  readonly leftLabel: string;
  readonly rightLabel: string;
}

/** What a version is compared with when it is not the one before. */
export interface VersionAgainst<Version> {
  readonly choice: string;
  readonly label: string;
  /** Read as any version is. */
  readonly number?: number;
  /** Or made of the version that it is compared with. */
  readonly of?: (own: Version) => Version;
}

/** Two versions by their numbers, the older one first, and how they are called. */
export interface FiguredVersions {
  readonly before: number;
  readonly after: number;
  readonly labels: readonly [string, string];
}

interface VersionComparisonProps<Version> {
  readonly queryKey: readonly unknown[];
  readonly number: number;
  readonly load: (number: number, signal: AbortSignal) => Promise<Version>;
  readonly now: VersionAgainst<Version>;
  readonly render: (sides: Sides<Version>) => ReactNode;
  /** The same two as numbers: what their queries come to. */
  readonly renderFigures: (versions: FiguredVersions, sides: Sides<Version>) => ReactNode;
}

/** A version against the one before, or against what is there now. */
export function VersionComparison<Version>(props: VersionComparisonProps<Version>) {
  const { number, now, render, renderFigures } = props;
  const t = useT();
  const [against, setAgainst] = useState<'before' | 'now'>('before');
  const [view, setView] = useState<'changes' | 'figures'>('changes');
  const version = useVersion(props, number);
  const before = useVersion(props, number - 1);
  const newest = useVersion(props, now.number ?? 0);
  if (version.error)
    return (
      <LoadFailureBox
        title={t('The version could not be read')}
        error={version.error}
        onRetry={() => void version.refetch()}
      />
    );
  if (!version.data || before.isPending || newest.isPending) return <ListSkeleton rows={8} />;
  const own = { version: version.data, label: t('Version {{number}}', { number }) };
  const older = {
    version: before.data ?? null,
    label: before.data ? t('Version {{number}}', { number: number - 1 }) : t('Before'),
  };
  const current = { version: now.of?.(own.version) ?? newest.data ?? own.version, label: now.label };
  const sides =
    against === 'before'
      ? { left: older.version, leftLabel: older.label, right: own.version, rightLabel: own.label }
      : { left: own.version, leftLabel: own.label, right: current.version, rightLabel: current.label };
  const figured: FiguredVersions = {
    ...(against === 'before' ? { before: number - 1, after: number } : { before: number, after: now.number ?? number }),
    labels: [sides.leftLabel, sides.rightLabel],
  };
  return (
    <div className={styles.comparison}>
      <RadioGroup
        label={t('Compare with')}
        name="versions-against"
        value={against}
        choices={[
          { value: 'before', label: t('The version before') },
          { value: 'now', label: now.choice },
        ]}
        onChange={setAgainst}
      />
      <div>
        <Segmented
          label={t('Comparison')}
          active={view}
          items={[
            { key: 'changes', label: t('Changes') },
            { key: 'figures', label: t('Figures') },
          ]}
          onChange={setView}
        />
      </div>
      {view === 'changes' ? render(sides) : null}
      {view === 'figures' && !sides.left ? <p className={textRoles.muted}>{t('First version that is kept')}</p> : null}
      {view === 'figures' && sides.left ? renderFigures(figured, sides) : null}
    </div>
  );
}

/** Null for a version that is not kept. */
function useVersion<Version>({ queryKey, load }: VersionComparisonProps<Version>, number: number) {
  return useQuery({
    queryKey: ['version', ...queryKey, number],
    queryFn: async ({ signal }) => {
      if (number < 1) return null;
      return load(number, signal).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      });
    },
    retry: false,
    // It never changes.
    staleTime: Number.POSITIVE_INFINITY,
  });
}
