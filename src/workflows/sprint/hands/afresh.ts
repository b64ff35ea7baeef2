// wip
export async function measureAfresh(_asked: object, _signal: AbortSignal): Promise<{ ok: false; error: { code: string; message: string } }> {
  return { ok: false, error: { code: 'wip', message: 'wip' } }
}
