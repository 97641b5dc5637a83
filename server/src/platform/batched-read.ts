/**
 * Reads of many requests in one statement: what arrives while the statements under way are busy travels together in the next
 * one. No request gets an answer older than itself, because its statement starts after it arrived.
 */
interface Options<Request, Answer> {
  /** Answers in the order of the requests. */
  read: (requests: Request[]) => Promise<Answer[]>;
  /** Statements under way at once. */
  lanes: number;
  largestBatch: number;
}

interface Waiting<Request, Answer> {
  request: Request;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

export function createBatchedRead<Request, Answer>({
  read,
  lanes,
  largestBatch,
}: Options<Request, Answer>): (request: Request) => Promise<Answer> {
  const waiting: Waiting<Request, Answer>[] = [];
  let underWay = 0;
  let isDue = false;

  function start(): void {
    isDue = false;
    while (waiting.length > 0 && underWay < lanes) {
      underWay += 1;
      void run(waiting.splice(0, largestBatch)).finally(() => {
        underWay -= 1;
        startSoon();
      });
    }
  }

  /** Not at once: requests that arrive in the same turn of the event loop are read together. */
  function startSoon(): void {
    if (isDue || waiting.length === 0 || underWay >= lanes) return;
    isDue = true;
    setImmediate(start);
  }

  async function run(batch: Waiting<Request, Answer>[]): Promise<void> {
    try {
      const answers = await read(batch.map(({ request }) => request));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      startSoon();
    });
}
