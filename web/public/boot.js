// Runs before everything else, as a file of its own because the content security policy allows no inline script.

// Puts the chosen theme on the page before its first paint; "system" needs nothing, the stylesheet follows the browser.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's theme it is.
}

// Schemas are checked without generated code: merely probing for eval would be reported as a policy violation.
globalThis.__zod_globalConfig = { jitless: true };
