import { useCallback, useState } from 'react';

/** The state of a dialog about one item, which it keeps showing while it fades out. */
export function useItemDialog<Item>() {
  const [{ item, isOpen }, setState] = useState<{ item: Item | null; isOpen: boolean }>({ item: null, isOpen: false });
  const open = useCallback((opened: Item) => setState({ item: opened, isOpen: true }), []);
  return { item, open, dialog: { isOpen, onClose: () => setState({ item, isOpen: false }) } };
}
