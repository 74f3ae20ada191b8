import { type CrossFilterSelection, defaultTranslate, type Viewport } from '@powerset/chart-kit';
import { Button, classNames } from '@powerset/ui';
import { type MouseEvent, type ReactNode, useContext, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { factsOfSelection } from '../mark-facts.ts';
import { useIdle } from '../use-idle.ts';
import { useLabel } from '../use-label.ts';
import type { ChartMenuLayer, ChartViewProps } from '../view-props.ts';
import { MapLegend } from './MapLegend.tsx';
import { MapSubstitute } from './MapSubstitute.tsx';
import { MapTip } from './MapTip.tsx';
import type { MapHit } from './map-hits.ts';
import type { MapOptions } from './map-picture.ts';
import { takesTiles } from './map-styles.ts';
import { MapTilesContext } from './map-tiles.ts';
import styles from './map-view.module.css';
import { type MapState, useMap } from './use-map.ts';

export interface MapViewProps extends ChartViewProps<unknown, MapOptions> {
  /** What a mark stands for as a filter, where the view knows more of it than the picture. */
  readonly selectionOf?: (hit: MapHit) => CrossFilterSelection | null;
  /** Of which saved chart a mark is, where the map is made of several. */
  readonly layerOf?: (hit: MapHit) => ChartMenuLayer | undefined;
  /** The same facts as a table. */
  readonly table?: ReactNode;
  /** What stands on the map in place of its legend. */
  readonly panel?: ReactNode;
  /** A press of a mark that is no filter: says where to look instead. */
  readonly viewOfHit?: (hit: MapHit) => Partial<Viewport> | null;
  /** What a moved map changes of its form. */
  readonly fieldsOfView?: (view: Viewport) => Readonly<Record<string, unknown>>;
}

/** What flows together stands for no values of columns: a click on it is no filter. */
const noSelection = () => null;

interface Hover {
  readonly hit: MapHit;
  readonly at: { readonly x: number; readonly y: number };
}

/** The one host of maps: ground, marks, legend, pointer, picture; a still drawing where there is no WebGL. */
export function MapView(props: MapViewProps) {
  const { options, theme, width, height, translate = defaultTranslate } = props;
  const selectionOf = props.selectionOf ?? options.selectionOf ?? noSelection;
  const { picture } = options;
  const host = useRef<HTMLDivElement>(null);
  const [hover, setHover] = useState<Hover | null>(null);
  const label = useLabel(props.title ?? props.definition.name, options.statement);
  const given = useContext(MapTilesContext);
  const tiles = takesTiles(picture.style) ? given : null;
  const own = useMap(host, {
    picture,
    theme,
    tiles,
    width,
    height,
    label,
    onHover: (hit, { x, y }) => setHover(hit && { hit, at: { x, y } }),
    onHit: (hit) => {
      const next = props.viewOfHit?.(hit);
      if (next) {
        own.map?.jumpTo({ ...own.map.view(), ...next });
        return;
      }
      const clicked = props.onSelect ? selectionOf(hit) : null;
      if (clicked) props.onSelect?.(props.selectedLabels.includes(clicked.selectedLabels[0] ?? '') ? null : clicked);
    },
    onMove: (view) => props.onFormChanges?.(props.fieldsOfView?.(view) ?? { viewport: view }),
    onRendered: props.onRendered,
  });
  const isStill = useIsStill(own.state);
  useWheel(host, own.map);
  const openMenu = (event: MouseEvent) => {
    if (!props.onContextMenu) return;
    event.preventDefault();
    const box = event.currentTarget.getBoundingClientRect();
    const hit = own.map?.hitAt(event.clientX - box.left, event.clientY - box.top) ?? null;
    const { clientX, clientY } = event;
    const selection = hit && selectionOf(hit);
    const layer = hit ? props.layerOf?.(hit) : undefined;
    props.onContextMenu({ clientX, clientY, selection, mark: selection && factsOfSelection(selection, null), layer });
  };
  const isRoomy = width >= 200 && height >= 120;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the menu's own button is beside the chart's title
    <div
      dir="ltr"
      className={styles.frame}
      style={{ width, height }}
      data-test="map"
      data-state={own.state}
      onContextMenu={openMenu}
      onMouseLeave={() => setHover(null)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame */}
      <div ref={host} className={styles.host} role="group" aria-label={label} hidden={isStill} />
      {isStill ? <MapSubstitute {...{ picture, theme, width, height }} /> : null}
      {picture.legend && isRoomy ? <MapLegend legend={picture.legend} /> : null}
      {isRoomy ? props.panel : null}
      {isRoomy && !isStill ? (
        <ZoomButtons
          isAway={picture.legend?.place === 'bl'}
          translate={translate}
          onZoom={(steps) => own.map?.zoomBy(steps)}
        />
      ) : null}
      {isRoomy && !isStill ? <span className={styles.source}>{tiles?.attribution ?? 'Natural Earth'}</span> : null}
      {hover && !isStill ? <MapTip tip={hover.hit.tip} at={hover.at} width={width} height={height} /> : null}
      <Notice state={own.state} translate={translate} onRetry={own.retry} />
      {props.table ? <IdleTable table={props.table} /> : null}
    </div>
  );
}

/** Whether the still drawing stands for the map: outside of a browser, and where the map cannot be drawn. */
function useIsStill(state: MapState): boolean {
  const isPage = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  return !isPage || state === 'missing' || state === 'lost' || state === 'failed';
}

const neverChanges = () => () => undefined;

/** The wheel zooms once the map was pressed or reached by key, and scrolls the page otherwise. */
function useWheel(
  host: { readonly current: HTMLDivElement | null },
  map: { readonly setWheel: (isOn: boolean) => void } | null,
) {
  useEffect(() => {
    const element = host.current;
    if (!element || !map) return undefined;
    const on = () => map.setWheel(true);
    const off = () => map.setWheel(false);
    const byKey = (event: WheelEvent) => (event.ctrlKey || event.metaKey) && on();
    element.addEventListener('focusin', on);
    element.addEventListener('pointerdown', on);
    element.addEventListener('focusout', off);
    element.addEventListener('wheel', byKey, { capture: true, passive: true });
    return () => {
      element.removeEventListener('focusin', on);
      element.removeEventListener('pointerdown', on);
      element.removeEventListener('focusout', off);
      element.removeEventListener('wheel', byKey, { capture: true });
    };
  }, [host, map]);
}

interface ZoomProps {
  readonly isAway: boolean;
  readonly translate: (text: string) => string;
  readonly onZoom: (steps: number) => void;
}

function ZoomButtons({ isAway, translate, onZoom }: ZoomProps) {
  return (
    <div className={classNames(styles.buttons, isAway && styles.away)} data-not-drawn>
      <Button size="small" label={translate('Zoom in')} onClick={() => onZoom(1)}>
        +
      </Button>
      <Button size="small" label={translate('Zoom out')} onClick={() => onZoom(-1)}>
        −
      </Button>
    </div>
  );
}

interface NoticeProps {
  readonly state: MapState;
  readonly translate: (text: string) => string;
  readonly onRetry: () => void;
}

/** Why the map does not move. */
function Notice({ state, translate, onRetry }: NoticeProps) {
  if (state === 'starting' || state === 'drawn') return null;
  if (state === 'missing')
    return (
      <div className={styles.notice} role="status">
        {translate('No WebGL in this browser: the map stands still.')}
      </div>
    );
  return (
    <div className={styles.notice} role="status">
      {state === 'lost'
        ? translate('The browser took the drawing surface of the map away.')
        : translate('The map could not be drawn.')}
      <Button size="small" onClick={onRetry}>
        {translate('Draw it again')}
      </Button>
    </div>
  );
}

function IdleTable({ table }: { readonly table: ReactNode }) {
  const idle = useIdle(table);
  return (
    <div className={styles.table} data-not-drawn>
      {idle}
    </div>
  );
}
