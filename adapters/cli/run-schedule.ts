import type { Client, ScheduleRequest } from '../client/index.ts'
import { fail, orFail } from './exit.ts'
import { createServerClient } from './list/server-client.ts'
import { print, say } from './print.ts'
import { readInput } from './read-pages.ts'
import { requireServer, type ServerCall } from './require-server.ts'

type Schedules = Client['schedule']

/** Creates the schedule of a file, and prints it with its secret. */
export async function createSchedule(args: ServerCall & { readonly file: string }): Promise<void> {
  const text = (await orFail(() => readInput(args.file))).toString()
  const request = await orFail(
    () => JSON.parse(text) as ScheduleRequest,
    (error) => error instanceof SyntaxError,
  )
  await printAnswer(args, async (schedules) => [(await schedules.create(request)).data])
}

/** Prints all schedules of the workspace. */
export async function listSchedules(args: ServerCall): Promise<void> {
  await printAnswer(args, async (schedules) => {
    const all: object[] = []
    let cursor: string | null = null
    do {
      const { data }: Awaited<ReturnType<Schedules['list']>> = await schedules.list({ cursor })
      all.push(...data.schedules)
      cursor = data.next_cursor
    } while (cursor !== null)
    return all
  })
}

/** Reads or changes a schedule, and prints it. */
export async function callSchedule(
  name: 'get' | 'pause' | 'resume' | 'delete',
  args: ServerCall & { readonly id: string },
): Promise<void> {
  if (!/^[0-9a-f-]{36}$/i.test(args.id)) fail(`Invalid schedule "${args.id}". Give its id, as schedule list prints it.`)
  await printAnswer(args, async (schedules) => [(await schedules[name](args.id)).data])
}

async function printAnswer(
  args: ServerCall,
  call: (schedules: Schedules) => Promise<readonly object[]>,
): Promise<void> {
  const client = createServerClient({ ...requireServer(args), say })
  const answers = await orFail(
    () => call(client.schedule),
    (error) => 'code' in error,
  )
  for (const answer of answers) print(`${JSON.stringify(answer)}\n`)
}
