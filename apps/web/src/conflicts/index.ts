/**
 * CONFLICTS. Somebody else saved the same thing after it was opened here: what of both fits together, in what they differ, and the
 * choice whose stays. In: versions, or what differs between them. Out: one of both, or what was chosen. Saving itself is the
 * business of whoever asks.
 */
export * from './ClashBox.tsx';
export * from './ClashChoices.tsx';
export * from './ConflictActions.tsx';
export * from './Differences.tsx';
export * from './DifferenceTable.tsx';
export * from './difference.ts';
export * from './lines.ts';
export * from './merge-records.ts';
export * from './merging.ts';
export * from './OverwriteModal.tsx';
export * from './SaveConflict.tsx';
export * from './save-clash.ts';
export * from './TextDifference.tsx';
