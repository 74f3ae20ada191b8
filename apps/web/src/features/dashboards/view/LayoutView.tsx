import { EditOutlined, LayoutOutlined } from '@ant-design/icons-svg';
import { Button, EmptyState, Tabs } from '@powerset/ui';
import { useShallow } from 'zustand/shallow';
import { useT } from '../../../i18n/index.ts';
import { type Layout, type LayoutNode, roomOf, tabName, unitPx, widthOf } from '../layout/index.ts';
import { MarkdownText } from '../markdown/index.ts';
import { layoutOf, topNodeOf, useDashboard } from '../state/index.ts';
import { ChartCard } from './ChartCard.tsx';
import styles from './LayoutView.module.css';
import { columnClass, headerClass, partClasses, rowClass, tabClass } from './layout-parts.ts';
import { cellStyle, isHalfOnPhone, rowStyle } from './node-styles.ts';
import { useEditMode } from './use-edit-mode.ts';

/** Where the dashboard's content begins: the open one of its top-level tabs, or the grid. */
export function useTopNode(): ReturnType<typeof topNodeOf> {
  return useDashboard(useShallow(topNodeOf));
}

/** The dashboard as its readers see it. */
export function LayoutView({ contentId }: { contentId: string }) {
  const t = useT();
  const layout = useDashboard(layoutOf);
  const isEditable = useDashboard((state) => state.dashboard.is_editable);
  const children = layout[contentId]?.children ?? [];
  if (children.length === 0)
    return (
      <div className={partClasses.grid}>
        <div className={styles.empty}>
          <EmptyState
            size="big"
            icon={LayoutOutlined}
            title={t('There is nothing here yet')}
            {...(isEditable
              ? { text: t('Choose Edit dashboard to add charts, texts and tabs.'), actions: <FirstCharts /> }
              : {})}
          />
        </div>
      </div>
    );
  return (
    <div className={partClasses.grid}>
      {children.map((id) => (
        <NodeView key={id} id={id} />
      ))}
    </div>
  );
}

function FirstCharts() {
  const t = useT();
  const editMode = useEditMode();
  return (
    <Button icon={EditOutlined} onClick={editMode.enter}>
      {t('Add charts')}
    </Button>
  );
}

function NodeView({ id }: { id: string }) {
  const layout = useDashboard(layoutOf);
  const node = layout[id];
  if (!node) return null;
  switch (node.type) {
    case 'ROW':
      return <RowView node={node} layout={layout} />;
    case 'COLUMN':
      return (
        <div className={columnClass(node)}>
          {node.children.map((child) => (
            <NodeView key={child} id={child} />
          ))}
        </div>
      );
    case 'TABS':
      return <TabsView node={node} layout={layout} />;
    case 'HEADER':
      return (
        <div id={id} className={headerClass(node)}>
          <h2>{node.meta.text}</h2>
        </div>
      );
    case 'DIVIDER':
      return <hr className={partClasses.divider} style={{ border: 0, margin: 0 }} />;
    default:
      return <SizedView node={node} />;
  }
}

function RowView({ node, layout }: { node: LayoutNode; layout: Layout }) {
  const room = roomOf(layout, node.id);
  return (
    <div id={node.id} className={rowClass(node)} style={rowStyle(room)}>
      {node.children.map((child) => {
        const member = layout[child];
        if (!member) return null;
        return (
          <div
            key={child}
            style={cellStyle(widthOf(member))}
            className={isHalfOnPhone(member) ? partClasses.halfOnPhone : undefined}
          >
            <NodeView id={child} />
          </div>
        );
      })}
    </div>
  );
}

/** Charts and texts, which have a height of their own; what a chart shows never changes its card's. */
function SizedView({ node }: { node: LayoutNode }) {
  const height = (node.meta.height ?? 0) * unitPx;
  return (
    <div style={{ minHeight: height, height: '100%', display: 'flex', flexDirection: 'column' }}>
      <div className={partClasses.sized} style={{ height }}>
        {node.type === 'CHART' ? <ChartCard node={node} /> : <TextCard node={node} />}
      </div>
    </div>
  );
}

function TextCard({ node }: { node: LayoutNode }) {
  return (
    <section id={node.id} className={partClasses.textCard}>
      <MarkdownText text={node.meta.code ?? ''} />
    </section>
  );
}

function TabsView({ node, layout }: { node: LayoutNode; layout: Layout }) {
  const t = useT();
  const activeTabs = useDashboard((state) => state.activeTabs);
  const openTab = useDashboard((state) => state.openTab);
  const active = node.children.find((tab) => activeTabs.includes(tab)) ?? node.children[0] ?? '';
  return (
    <div className={partClasses.tabs}>
      <div className={partClasses.tabBar}>
        <Tabs
          label={t('Tabs')}
          active={active}
          onChange={openTab}
          className={partClasses.tabList}
          tabClass={tabClass}
          items={node.children.map((tab) => ({ key: tab, label: tabName(layout[tab]) }))}
        />
      </div>
      <div className={partClasses.tabContent}>
        {(layout[active]?.children ?? []).map((child) => (
          <NodeView key={child} id={child} />
        ))}
      </div>
    </div>
  );
}
