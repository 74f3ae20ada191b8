import { LineChartOutlined } from '@ant-design/icons-svg';
import type { Undrawn } from '@powerset/chart-kit';
import { Button, EmptyState } from '@powerset/ui';
import { useChartTranslate } from '../../../chart-runs/index.ts';
import { useT } from '../../../i18n/index.ts';

interface NothingProps {
  readonly reason: Undrawn | null;
  readonly onMend: (changes: Readonly<Record<string, unknown>>) => void;
}

/** Why there is no picture, and the setting that changes it. */
export function Nothing({ reason, onMend }: NothingProps) {
  const t = useT();
  const translate = useChartTranslate();
  if (!reason)
    return (
      <EmptyState
        icon={LineChartOutlined}
        title={t('No results were returned for this query')}
        text={t(
          'Make sure that the controls are configured properly and the datasource contains data for the selected time range.',
        )}
      />
    );
  const { title, text, remedy } = reason;
  return (
    <EmptyState
      icon={LineChartOutlined}
      title={translate(title.text, title.values)}
      text={text ? translate(text.text, text.values) : undefined}
      actions={remedy ? <Button onClick={() => onMend(remedy.changes)}>{translate(remedy.label)}</Button> : undefined}
    />
  );
}
