const NEXT_STEP = 'Use an https:// address, or a picture on this site, such as /posters/monsoon.svg.';

/** Why a poster does not appear, and what to do about it. */
export function describePosterProblem(url: string, siteProtocol: string, hasFailed: boolean): string | undefined {
  if (siteProtocol === 'https:' && /^http:/i.test(url))
    return `Many browsers won't show this poster: its address starts with http://, and this site uses https://. ${NEXT_STEP}`;
  if (hasFailed) return "This picture can't be loaded. Check the address, or use another picture.";
  return undefined;
}
