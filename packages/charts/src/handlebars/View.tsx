import { defaultTranslate } from '@powerset/chart-kit';
import { useId, useMemo, useRef } from 'react';
import { useRendered } from '../shared/use-rendered.ts';
import { useWordsPicture } from '../shared/use-words-picture.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import type { HandlebarsForm } from './form.ts';
import { scopeCss } from './scoped-css.ts';
import styles from './View.module.css';
import { WrittenPage } from './WrittenPage.tsx';
import type { Written } from './written.ts';

type Props = ChartViewProps<Written, Written, HandlebarsForm>;

export function View({ model, width, height, title, definition, onRendered, translate = defaultTranslate }: Props) {
  const frame = useRef<HTMLElement>(null);
  useWordsPicture(frame);
  useRendered(model, onRendered);
  const id = useId();
  const css = useMemo(() => scopeCss(model.css, `[data-written="${id}"]`), [model.css, id]);
  return (
    <section
      ref={frame}
      className={styles.frame}
      style={{ width, height }}
      aria-label={title ?? definition.name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard to be scrolled by it
      tabIndex={0}
      data-test="handlebars-chart"
    >
      {css === '' ? null : <style>{css}</style>}
      {model.fault ? (
        <p className={styles.fault} role="alert">
          {translate(model.fault.text, model.fault.values)}
        </p>
      ) : (
        <div className={styles.page} data-written={id}>
          <WrittenPage text={model.html} />
        </div>
      )}
    </section>
  );
}
