import {
  DeleteOutlined,
  EllipsisOutlined,
  FolderOutlined,
  FunctionOutlined,
  PlusOutlined,
  RightOutlined,
} from '@ant-design/icons-svg';
import {
  Button,
  Checkbox,
  classNames,
  Icon,
  IconButton,
  lineRoles,
  MenuButton,
  type MenuEntry,
  MiddleCut,
  newUuid,
  SearchInput,
  TextInput,
  textRoles,
} from '@powerset/ui';
import { type DragEvent, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react';
import { useT } from '../i18n/index.ts';
import styles from './ColumnsTab.module.css';
import type { DraftProps } from './draft.ts';
import own from './FoldersTab.module.css';
import {
  addFolder,
  deepest,
  type Folder,
  type FolderField,
  fieldsOf,
  foldersOf,
  listFolders,
  moveFields,
  placedIn,
  removeFolder,
  renameFolder,
  shiftFolder,
} from './folders.ts';

/** What the rows need of the tab. */
interface Board {
  readonly isShown: (field: FolderField) => boolean;
  readonly isChosen: (field: FolderField) => boolean;
  readonly choose: (field: FolderField, isOn: boolean) => void;
  /** Moves a field, with all that are chosen when it is one of them. */
  readonly move: (field: FolderField, to: string | null, before?: string) => void;
  readonly change: (step: (folders: readonly Folder[]) => readonly Folder[]) => void;
  /** What is being dragged: the browser tells it to nobody before it is dropped. */
  readonly dragged: RefObject<FolderField | null>;
}

/** Folders for metrics and columns, filled by dragging, or by choosing and saying where to. */
export function FoldersTab({ draft, onChange }: DraftProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const folders = foldersOf(draft);
  const fields = useMemo(() => fieldsOf(draft), [draft]);
  const change: Board['change'] = (step) => onChange((now) => ({ folders: step(foldersOf(now)) }));
  const chosenFields = fields.filter(({ uuid }) => chosen.has(uuid));
  const moveAll = (moved: readonly FolderField[], to: string | null, before?: string) => {
    change((now) => moveFields(now, { fields: moved, to, ...(before ? { before } : {}) }));
    setChosen(new Set());
  };
  const dragged = useRef<FolderField | null>(null);
  const board: Board = {
    dragged,
    change,
    isShown: ({ name }) => name.toLowerCase().includes(text.toLowerCase()),
    isChosen: ({ uuid }) => chosen.has(uuid),
    choose: ({ uuid }, isOn) =>
      setChosen(new Set(isOn ? [...chosen, uuid] : [...chosen].filter((one) => one !== uuid))),
    move: (field, to, before) => moveAll(chosen.has(field.uuid) ? chosenFields : [field], to, before),
  };
  const placed = placedIn(folders);
  const unplaced = (type: FolderField['type']) => fields.filter((one) => one.type === type && !placed.has(one.uuid));
  return (
    <>
      <div className={classNames(lineRoles.line, styles.bar, own.bar)}>
        <SearchInput size="small" label={t('Search metrics and columns')} value={text} onChange={setText} />
        <span className={lineRoles.line}>
          {chosenFields.length > 0 ? (
            <MoveButton {...{ folders }} count={chosenFields.length} onMove={(to) => moveAll(chosenFields, to)} />
          ) : null}
          <Button size="small" icon={PlusOutlined} onClick={() => change((now) => addFolder(now, emptyFolder(), null))}>
            {t('Add folder')}
          </Button>
        </span>
      </div>
      {folders.length === 0 ? (
        <p className={textRoles.muted}>
          {t('Folders order metrics and columns in Explore; what is in none stands below.')}
        </p>
      ) : null}
      <div className={own.board}>
        {folders.map((folder) => (
          <FolderBox key={folder.uuid} {...{ folder, board }} depth={1} />
        ))}
        <Unplaced label={t('Metrics')} fields={unplaced('metric')} board={board} />
        <Unplaced label={t('Columns')} fields={unplaced('column')} board={board} />
      </div>
    </>
  );
}

const emptyFolder = (): Folder => ({ type: 'folder', uuid: newUuid(), name: '', description: null, children: [] });

interface MoveButtonProps {
  readonly folders: readonly Folder[];
  readonly count: number;
  readonly onMove: (to: string | null) => void;
}

function MoveButton({ folders, count, onMove }: MoveButtonProps) {
  const t = useT();
  const items: MenuEntry[] = [
    ...listFolders(folders).map(({ folder, depth }) => ({
      key: folder.uuid,
      label: `${'  '.repeat(depth - 1)}${folder.name || t('Folder name')}`,
      onSelect: () => onMove(folder.uuid),
    })),
    ...(folders.length > 0 ? [{ kind: 'rule' as const, key: 'rule' }] : []),
    { key: 'none', label: t('No folder'), onSelect: () => onMove(null) },
  ];
  return (
    <>
      <span className={classNames(textRoles.muted, own.count)}>{t('{{count}} selected', { count })}</span>
      <MenuButton label={t('Move to')} items={items} trigger={<Button size="small">{t('Move to')}</Button>} />
    </>
  );
}

/** Takes what is dragged over it. */
interface DropAreaProps {
  readonly board: Board;
  /** The folder that it is; null for none. */
  readonly to: string | null;
  readonly children: ReactNode;
}

function DropArea({ board, to, children }: DropAreaProps) {
  const { dragged } = board;
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is one way of two; the boxes and the menu are the other
    <section
      className={classNames(own.box, isOver && own.over)}
      onDragOver={(event) => {
        if (!dragged.current) return;
        event.preventDefault();
        event.stopPropagation();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        event.stopPropagation();
        setIsOver(false);
        if (dragged.current) board.move(dragged.current, to);
      }}
    >
      {children}
    </section>
  );
}

interface FolderBoxProps {
  readonly folder: Folder;
  readonly board: Board;
  readonly depth: number;
}

function FolderBox({ folder, board, depth }: FolderBoxProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(true);
  const count = folder.children.filter(({ type }) => type !== 'folder').length;
  return (
    <DropArea board={board} to={folder.uuid}>
      <div className={classNames(lineRoles.line, own.head)}>
        <button
          type="button"
          className={own.toggle}
          aria-expanded={isOpen}
          aria-label={t('Details of {{name}}', { name: folder.name })}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon of={RightOutlined} size={10} className={classNames(own.caret, isOpen && own.open)} />
        </button>
        <Icon of={FolderOutlined} className={textRoles.muted} />
        <TextInput
          size="small"
          aria-label={t('Folder name')}
          placeholder={t('Folder name')}
          value={folder.name}
          autoFocus={folder.name === ''}
          onChange={(name) => board.change((now) => renameFolder(now, folder.uuid, name))}
        />
        <span className={classNames(lineRoles.end, textRoles.muted, textRoles.numbers)}>{count}</span>
        <FolderMenu {...{ folder, board, depth }} />
      </div>
      {isOpen ? (
        <div className={own.inside}>
          {folder.children.map((child) =>
            child.type === 'folder' ? (
              <FolderBox key={child.uuid} folder={child} board={board} depth={depth + 1} />
            ) : (
              <FieldRow key={child.uuid} field={child} board={board} folder={folder.uuid} />
            ),
          )}
        </div>
      ) : null}
    </DropArea>
  );
}

function FolderMenu({ folder, board, depth }: FolderBoxProps) {
  const t = useT();
  const { change } = board;
  const label = t('Folder {{name}}', { name: folder.name });
  const items: MenuEntry[] = [
    { key: 'up', label: t('Move up'), onSelect: () => change((now) => shiftFolder(now, folder.uuid, -1)) },
    { key: 'down', label: t('Move down'), onSelect: () => change((now) => shiftFolder(now, folder.uuid, 1)) },
    ...(depth < deepest
      ? [
          {
            key: 'add',
            label: t('Add folder inside'),
            onSelect: () => change((now) => addFolder(now, emptyFolder(), folder.uuid)),
          },
        ]
      : []),
    {
      key: 'delete',
      label: t('Delete folder'),
      icon: DeleteOutlined,
      isDanger: true,
      onSelect: () => change((now) => removeFolder(now, folder.uuid)),
    },
  ];
  return (
    <MenuButton
      label={label}
      items={items}
      placement="bottom-end"
      trigger={<IconButton icon={EllipsisOutlined} size="small" label={label} />}
    />
  );
}

interface UnplacedProps {
  readonly label: string;
  readonly fields: readonly FolderField[];
  readonly board: Board;
}

function Unplaced({ label, fields, board }: UnplacedProps) {
  return (
    <DropArea board={board} to={null}>
      <h3 className={classNames(lineRoles.line, own.head, own.heading)}>
        {label}
        <span className={classNames(lineRoles.end, textRoles.muted, textRoles.numbers)}>{fields.length}</span>
      </h3>
      <div className={own.inside}>
        {fields.map((field) => (
          <FieldRow key={`${field.type} ${field.uuid}`} field={field} board={board} folder={null} />
        ))}
      </div>
    </DropArea>
  );
}

interface FieldRowProps {
  readonly field: FolderField;
  readonly board: Board;
  /** Where it lies. */
  readonly folder: string | null;
}

function FieldRow({ field, board, folder }: FieldRowProps) {
  const t = useT();
  const { dragged } = board;
  const [isOver, setIsOver] = useState(false);
  if (!board.isShown(field)) return null;
  const take = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setIsOver(false);
    if (dragged.current && dragged.current.uuid !== field.uuid) board.move(dragged.current, folder, field.uuid);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dragging is one way of two; the box and the menu are the other
    <div
      className={classNames(own.row, isOver && own.before)}
      draggable
      onDragStart={(event) => {
        dragged.current = field;
        event.dataTransfer.setData('text/plain', field.name);
      }}
      onDragEnd={() => {
        dragged.current = null;
      }}
      onDragOver={(event) => {
        if (!dragged.current || folder === null) return;
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={folder === null ? undefined : take}
    >
      <Checkbox
        label={t('Select {{name}}', { name: field.name })}
        isChecked={board.isChosen(field)}
        onChange={(isOn) => board.choose(field, isOn)}
      />
      {field.type === 'metric' ? <Icon of={FunctionOutlined} size={12} color="var(--accent-text)" /> : null}
      <MiddleCut text={field.name} />
    </div>
  );
}
