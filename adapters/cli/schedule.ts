import { defineCommand, type CommandGroup } from './command/define-command.ts'
import { serverCallArgs } from './require-server.ts'

const args = {
  id: { type: 'positional', required: true, description: 'Id of the schedule' },
  ...serverCallArgs,
} as const

const load = () => import('./run-schedule.ts')

const createCommand = defineCommand({
  description: 'Create a schedule: a batch that is created again and again.',
  args: {
    file: {
      type: 'positional',
      required: true,
      description: 'Schedule as JSON, as POST /api/v1/market/schedule takes it, or - for standard input',
    },
    ...serverCallArgs,
  },
  examples: ['schedule create daily.json --server http://127.0.0.1:8080'],
  run: async (values) => (await load()).createSchedule(values),
})

const listCommand = defineCommand({
  description: 'Print the schedules, a JSON line each, newest first.',
  args: serverCallArgs,
  examples: ['schedule list --server http://127.0.0.1:8080'],
  run: async (values) => (await load()).listSchedules(values),
})

const one = (name: 'get' | 'pause' | 'resume' | 'delete', description: string) =>
  defineCommand({
    description,
    args,
    examples: [`schedule ${name} 3f0c6a52-7b1d-4c8e-8f6a-2f9b1e0d5c11 --server http://127.0.0.1:8080`],
    run: async (values) => (await load()).callSchedule(name, values),
  })

export const scheduleCommand: CommandGroup = {
  commands: {
    create: createCommand,
    list: listCommand,
    get: one('get', 'Print a schedule, its items and its last runs.'),
    pause: one('pause', 'Begin no more runs of a schedule.'),
    resume: one('resume', 'Let a schedule that was paused go on.'),
    delete: one('delete', 'Delete a schedule, and cancel its run in progress.'),
  },
}
