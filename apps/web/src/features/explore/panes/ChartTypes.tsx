import {
  AreaChartOutlined,
  BarChartOutlined,
  DotChartOutlined,
  LineChartOutlined,
  NumberOutlined,
  PieChartOutlined,
  TableOutlined,
} from '@ant-design/icons-svg';
import { classNames, Icon, type IconType, Tooltip, textRoles } from '@powerset/ui';
import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useExplore } from '../explore-context.tsx';
import { GalleryModal } from '../modals/GalleryModal.tsx';
import { quickTiles } from '../model/gallery.ts';
import { useDataFacts } from '../use-data-facts.ts';
import { useGalleryCharts } from '../use-gallery-charts.ts';
import styles from './ChartTypes.module.css';

const icons: Readonly<Record<string, IconType>> = {
  echarts_timeseries_line: LineChartOutlined,
  echarts_timeseries_bar: BarChartOutlined,
  echarts_area: AreaChartOutlined,
  table: TableOutlined,
  big_number_total: NumberOutlined,
  pie: PieChartOutlined,
};

export interface ChartTypesProps {
  /** A type, and what its form is to hold where it was suggested. */
  readonly onChoose: (key: string, fields?: Readonly<Record<string, unknown>>) => void;
}

/** The six chart types of every day, and the way to all others. */
export function ChartTypes({ onChoose }: ChartTypesProps) {
  const t = useT();
  const { definition } = useExplore();
  const [isOpen, setIsOpen] = useState(false);
  const all = useGalleryCharts();
  const tiles = quickTiles.flatMap((key) => all.find((chart) => chart.key === key) ?? []);
  const isQuick = tiles.some((tile) => tile.key === definition.key);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its own frame
    <div className={styles.types} role="group" aria-label={t('Select a visualization type')}>
      {tiles.map((tile) => (
        <Tooltip key={tile.key} text={t(tile.name)} isLabel>
          <button
            type="button"
            className={classNames(styles.type, tile.key === definition.key && styles.on)}
            aria-label={t(tile.name)}
            aria-pressed={tile.key === definition.key}
            onClick={() => onChoose(tile.key)}
          >
            <Icon of={icons[tile.key] ?? DotChartOutlined} size={16} />
          </button>
        </Tooltip>
      ))}
      {isQuick ? null : (
        <span dir="auto" className={classNames(styles.name, textRoles.truncated)}>
          {t(definition.name)}
        </span>
      )}
      <button type="button" className={styles.all} onClick={() => setIsOpen(true)}>
        {t('View all charts')}
      </button>
      {isOpen ? (
        <OwnGallery
          onClose={() => setIsOpen(false)}
          onChoose={(key, fields) => {
            setIsOpen(false);
            onChoose(key, fields);
          }}
        />
      ) : null}
    </div>
  );
}

/** The gallery for the chart in hand: what fits its dataset, and why other types do not. */
function OwnGallery({ onClose, onChoose }: ChartTypesProps & { readonly onClose: () => void }) {
  const explore = useExplore();
  const facts = useDataFacts(explore);
  return <GalleryModal chosenKey={explore.definition.key} {...{ ...facts, onClose, onChoose }} />;
}
