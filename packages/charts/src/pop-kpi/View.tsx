import { useRef } from 'react';
import { askMenu } from '../shared/ask-menu.ts';
import big from '../shared/big-number.module.css';
import { ChangeArrow } from '../shared/ChangeArrow.tsx';
import { useRendered } from '../shared/use-rendered.ts';
import { useWordsPicture } from '../shared/use-words-picture.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { Comparison } from './comparison.ts';
import type { PopKpiForm } from './form.ts';
import type { ComparedFigure, ComparisonOptions } from './options.ts';
import styles from './View.module.css';

export function View(props: ChartViewProps<Comparison, ComparisonOptions, PopKpiForm>) {
  const { model, options, form, width, height, onRendered } = props;
  const frame = useRef<HTMLDivElement>(null);
  useWordsPicture(frame);
  useRendered(model, onRendered);
  const { sizes, figures, metricName } = options;
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element of its own means a figure with its words
    <div
      ref={frame}
      role="group"
      aria-label={[props.title ?? props.definition.name, options.statement].filter(Boolean).join('. ')}
      // A figure has a menu as a mark has, and keys have to come to it.
      tabIndex={props.onContextMenu ? 0 : undefined}
      className={styles.frame}
      style={{ width, height }}
      data-test="pop-kpi"
      onContextMenu={(event) =>
        askMenu(event, props.onContextMenu, () => ({
          selection: null,
          mark: { label: '', filters: [], value: model.text },
        }))
      }
    >
      {metricName ? (
        <div className={styles.name} style={{ fontSize: sizes.metricName }}>
          {metricName}
        </div>
      ) : null}
      <div className={big.figure} style={{ fontSize: sizes.figure }} title={model.text} data-test="pop-kpi-value">
        {model.text}
      </div>
      {form.subtitle ? (
        <div className={styles.subtitle} style={{ fontSize: sizes.subtitle }}>
          {form.subtitle}
        </div>
      ) : null}
      {figures.length > 0 ? (
        <dl className={`${styles.figures} ${options.isStacked ? styles.stacked : ''}`}>
          {figures.map((figure) => (
            <Figure key={figure.key} figure={figure} options={options} />
          ))}
        </dl>
      ) : null}
    </div>
  );
}

function Figure({ figure, options }: { readonly figure: ComparedFigure; readonly options: ComparisonOptions }) {
  const { icon, text, name, hint, color } = figure;
  return (
    <div className={styles.figure} title={`${name}: ${hint}`} data-test={`pop-kpi-${figure.key}`}>
      {options.hasNames ? <dt style={{ fontSize: options.sizes.names }}>{name}</dt> : null}
      <dd style={{ fontSize: options.sizes.compared, color }}>
        {icon === 'number' ? <span className={styles.mark}>#</span> : null}
        {icon !== null && icon !== 'number' ? <ChangeArrow direction={icon} /> : null}
        {text}
      </dd>
    </div>
  );
}
