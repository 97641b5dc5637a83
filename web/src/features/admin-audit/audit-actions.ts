/** Badges for audit log actions. During an upgrade, a newer server may send an action that this page doesn't know. */
const ACTIONS = {
  CREATE: { tone: 'success', label: 'Added' },
  UPDATE: { tone: 'info', label: 'Changed' },
  DELETE: { tone: 'danger', label: 'Deleted' },
  CANCEL: { tone: 'danger', label: 'Cancelled' },
  CHECK_IN: { tone: 'success', label: 'Checked in' },
  EXPORT: { tone: 'info', label: 'Exported' },
  READ: { tone: 'neutral', label: 'Viewed' },
  LOGIN: { tone: 'neutral', label: 'Login' },
  LOGIN_FAILED: { tone: 'danger', label: 'Login failed' },
  RESET_LINK: { tone: 'info', label: 'Reset link' },
} as const;

type ActionBadge = (typeof ACTIONS)[keyof typeof ACTIONS] | { tone: 'neutral'; label: string };

export function badgeOf(action: string): ActionBadge {
  if (Object.hasOwn(ACTIONS, action)) return ACTIONS[action as keyof typeof ACTIONS];
  const words = action.toLowerCase().replaceAll('_', ' ');
  return { tone: 'neutral', label: words.charAt(0).toUpperCase() + words.slice(1) };
}
