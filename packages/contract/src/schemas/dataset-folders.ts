import Type, { type Static, type TSchema } from 'typebox';
import type { Wire } from '../endpoints.ts';
import { nullable, optional, optionalText } from './fields.ts';
import { givenName, givenUuid } from './names.ts';

/** Columns and metrics of the widest dataset, and folders for them. */
const mostItems = 25_000;

const fieldType = Type.Union([Type.Literal('metric'), Type.Literal('column')]);

/** A column or metric, by its UUID, or by its name where that is not known. */
const FieldInput = Type.Object(
  { type: fieldType, uuid: givenUuid, name: optionalText(255) },
  { additionalProperties: false },
);

const folderInput = <Child extends TSchema>(child: Child) =>
  Type.Object(
    {
      type: Type.Literal('folder'),
      uuid: givenUuid,
      name: givenName(250),
      description: optionalText(10_000),
      children: optional(Type.Array(child, { maxItems: mostItems })),
    },
    { additionalProperties: false },
  );

/** Folders lie in folders, three deep at most. */
const InnermostInput = folderInput(FieldInput);
const InnerInput = folderInput(Type.Union([FieldInput, InnermostInput]));
const OuterInput = folderInput(Type.Union([FieldInput, InnerInput]));

export const DatasetFoldersInput = optional(Type.Array(Type.Union([FieldInput, OuterInput]), { maxItems: mostItems }));

export type FolderFieldInput = Static<typeof FieldInput>;
export type DatasetFolderInput = Static<typeof OuterInput>;

const WireFolderField = Type.Object({ type: fieldType, uuid: Type.String(), name: Type.String() });

const wireFolder = <Child extends TSchema>(child: Child) =>
  Type.Object({
    type: Type.Literal('folder'),
    uuid: Type.String(),
    name: Type.String(),
    description: nullable(Type.String()),
    children: Type.Array(child),
  });

const WireInnermost = wireFolder(WireFolderField);
const WireInner = wireFolder(Type.Union([WireFolderField, WireInnermost]));

/** How columns and metrics are ordered for whoever looks for one. What is in no folder stands behind them. */
export const WireDatasetFolder = wireFolder(Type.Union([WireFolderField, WireInner]));
export type WireFolderField = Wire<typeof WireFolderField>;
export type WireDatasetFolder = Wire<typeof WireDatasetFolder>;
