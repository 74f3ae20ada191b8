import { Field } from '@powerset/ui';
import { SqlField } from '../../../controls/sql-field/index.ts';
import { useT } from '../../../i18n/index.ts';
import { useSqlParts } from '../use-sql-names.ts';
import { type ExpressionKind, useExpressionCheck } from './use-expression-check.ts';

interface ExpressionFieldProps {
  /** Where it stands in the chart's query: what is wrong there is said. */
  readonly kind: ExpressionKind;
  readonly value: string;
  readonly onChange: (sql: string) => void;
  /** Whether it may name the dataset's metrics beside the columns. */
  readonly hasMetrics?: boolean;
  readonly placeholder?: string;
  readonly help?: string;
}

/** SQL over the chart's dataset. */
export function ExpressionField({ kind, hasMetrics = true, help, ...field }: ExpressionFieldProps) {
  const t = useT();
  const mistake = useExpressionCheck(kind, field.value);
  const { names, ...database } = useSqlParts();
  return (
    <Field label={t('SQL expression')} help={help} error={mistake}>
      {({ id }) => (
        <SqlField
          id={id}
          label={t('SQL expression')}
          names={hasMetrics ? names : { columns: names.columns }}
          {...database}
          {...field}
        />
      )}
    </Field>
  );
}
