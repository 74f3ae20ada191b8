const nothing = () => undefined;

/** What the library of drags says to screen readers is English, and names parts by their ids; we speak of our own of what keys do. */
export const silentDrag = {
  announcements: { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing },
  screenReaderInstructions: { draggable: '' },
};
