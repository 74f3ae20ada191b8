import { defaultTranslate } from '@powerset/chart-kit';
import { useMemo, useState } from 'react';
import { drawModel } from '../shared/draw-chart.ts';
import { SeriesView } from '../shared/SeriesView.tsx';
import type { SeriesModel } from '../shared/series-model.ts';
import type { SeriesOptions } from '../shared/series-options.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import styles from './area.module.css';
import type { AreaForm } from './form.ts';

type Props = ChartViewProps<SeriesModel, SeriesOptions, AreaForm>;

const barHeight = 28;
const stackStyles = [null, 'Stack', 'Expand', 'Stream'] as const;
const styleNames = { none: 'None', Stack: 'Stack', Expand: 'Expand', Stream: 'Stream' } as const;

/** With extra controls the reader of a chart may change how it stacks, without editing it. */
export function View(props: Props) {
  return props.form.show_extra_controls && props.model.series.length > 1 ? (
    <AreaWithControls {...props} />
  ) : (
    <SeriesView {...props} />
  );
}

function AreaWithControls(props: Props) {
  const { definition, form, model, width, height } = props;
  const translate = props.translate ?? defaultTranslate;
  const [stack, setStack] = useState<unknown>(form.stack ?? null);
  const plotHeight = Math.max(40, height - barHeight);
  const options = useMemo(() => {
    const context = { ...props.options.context, form: { ...form, stack } };
    const { theme, selectedLabels } = context;
    // The definition's own drawing of this chart's own model.
    return drawModel(definition, model, {
      context,
      space: { theme, selectedLabels, width, height: plotHeight },
    }) as SeriesOptions;
  }, [definition, form, model, props.options.context, stack, width, plotHeight]);
  return (
    <div style={{ width, height }}>
      <fieldset className={styles.bar} aria-label={translate('Stacked style')} data-test="area-extra-controls">
        {stackStyles.map((style) => (
          <button
            key={style ?? 'none'}
            type="button"
            className={styles.choice}
            aria-pressed={stack === style}
            onClick={() => setStack(style)}
          >
            {translate(styleNames[style ?? 'none'])}
          </button>
        ))}
      </fieldset>
      <SeriesView {...props} options={options} height={plotHeight} />
    </div>
  );
}
