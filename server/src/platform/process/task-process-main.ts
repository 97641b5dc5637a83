/** The process of task-process.ts. It ends when the server does, because then its channel closes. */
const { default: run } = await import(process.argv[2] ?? '');

process.on('message', (task) => {
  try {
    process.send?.({ result: run(task) });
  } catch (error) {
    process.send?.({ problem: String(error) });
  }
});
