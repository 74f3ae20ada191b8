import { useRef } from 'react';
import { askMenu } from '../shared/ask-menu.ts';
import styles from '../shared/big-number.module.css';
import { ChangeArrow } from '../shared/ChangeArrow.tsx';
import { useRendered } from '../shared/use-rendered.ts';
import { useWordsPicture } from '../shared/use-words-picture.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { Figure } from './figure.ts';
import type { BigNumberForm } from './form.ts';
import type { FigureOptions } from './options.ts';

export function View(props: ChartViewProps<Figure, FigureOptions, BigNumberForm>) {
  const { model, options, width, height, onRendered } = props;
  const frame = useRef<HTMLDivElement>(null);
  useWordsPicture(frame);
  useRendered(model, onRendered);
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
      data-test="big-number"
      onContextMenu={(event) =>
        // The figure is of all the rows that the chart asks for.
        askMenu(event, props.onContextMenu, () => ({
          selection: null,
          mark: { label: '', filters: [], value: model.text },
        }))
      }
    >
      <div className={styles.words}>
        <div
          className={styles.figure}
          style={{ fontSize: options.sizes.figure, color: options.color }}
          title={model.text}
          data-test="big-number-value"
        >
          <bdi>{model.text}</bdi>
        </div>
        {model.subheader ? (
          <div className={styles.line} style={{ fontSize: options.sizes.line }} data-test="big-number-subheader">
            <span className={styles.rest}>{model.subheader}</span>
          </div>
        ) : null}
        {options.comparison ? (
          <div
            className={styles.line}
            style={{ fontSize: options.sizes.line }}
            title={options.comparison.hint}
            data-test="big-number-comparison"
          >
            <span dir="ltr" className={styles.change} style={{ color: options.comparison.color }}>
              <ChangeArrow direction={options.comparison.direction} />
              {options.comparison.change}
            </span>
            <span className={styles.rest}>{options.comparison.rest}</span>
          </div>
        ) : null}
      </div>
    </div>
  );
}
