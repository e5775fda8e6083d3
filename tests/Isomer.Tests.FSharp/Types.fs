/// The types of F#, as F# compiles them, and a value or more of each.
namespace Isomer.Tests.FSharp

open System

type Person = { Name: string; Age: int; Mail: string option }

[<Struct>]
type Point = { X: float; Y: float }

[<CLIMutable>]
type Mutable = { Id: int; Tags: string list }

type Record =
    { Person: Person
      Points: Point list
      ByName: Map<string, Person>
      Numbers: Set<int>
      Maybe: int option
      MaybeText: string voption
      Tuple: int * string
      Array: Person[]
      Nested: Map<int, Set<string> list> option }
    member this.Computed = this.Numbers.Count

type Shape =
    | Circle of radius: float
    | Rectangle of width: float * height: float
    | Empty
    | Labelled of Label: string * Inner: Shape
    | Many of Shape list

type Colour =
    | Red
    | Green
    | Blue

type Single = Only of int

[<Struct>]
type StructUnion =
    | Number of n: int
    | Text of t: string
    | Nothing

[<Struct>]
type Wrapped = Wrapped of Guid

type Expression<'T> =
    | Constant of 'T
    | Add of Expression<'T> * Expression<'T>
    | Negate of Expression<'T>
    | Zero

/// Its hash and its order go into the array.
[<CLIMutable>]
type Tree =
    { Id: int
      mutable Kids: Tree[]
      mutable One: Tree }

type internal Hidden =
    | HiddenOne of int
    | HiddenNone

type private Secret =
    { Key: string; Value: Secret option }

type Order =
    { Number: int64
      State: Colour
      Shape: Shape option
      Lines: (string * decimal) list
      When: DateTimeOffset
      Choice: Choice<int, string>
      Result: Result<int, string>
      Union: StructUnion }

type UnitHolder = { Nothing: unit; After: int }

module Values =
    let person = { Name = "Ann"; Age = 41; Mail = Some "a@b" }
    let other = { Name = null; Age = -1; Mail = None }

    let record =
        { Person = person
          Points = [ { X = 1.5; Y = -0.0 }; { X = 0.1; Y = 2.0 } ]
          ByName = Map.ofList [ "a", person; "b", other ]
          Numbers = set [ 3; 1; 2 ]
          Maybe = Some 5
          MaybeText = ValueSome "t"
          Tuple = (1, "one")
          Array = [| person; other |]
          Nested = Some(Map.ofList [ 1, [ set [ "x" ]; Set.empty ]; 2, [] ]) }

    let sparse =
        { record with
            Points = []
            ByName = Map.empty
            Numbers = Set.empty
            Maybe = None
            MaybeText = ValueNone
            Array = [||]
            Nested = None }

    let shapes =
        [ Circle 1.5
          Rectangle(1.0, 2.0)
          Empty
          Labelled("l", Labelled("m", Empty))
          Many [ Empty; Circle 2.0; Many [] ] ]

    let colours = [ Red; Green; Blue ]
    let single = Only 3
    let structs = [ Number 1; Text "t"; Text null; Nothing ]
    let wrapped = Wrapped(Guid("00112233-4455-6677-8899-aabbccddeeff"))
    let expression = Add(Constant 1, Negate(Add(Zero, Constant 2)))
    let mutable_ = { Id = 1; Tags = [ "a"; "b" ] }

    let order =
        { Number = 5L
          State = Blue
          Shape = Some(Circle 2.0)
          Lines = [ "a", 1.50m; "b", 2m ]
          When = DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours 2.0)
          Choice = Choice2Of2 "second"
          Result = Error "wrong"
          Union = Text "u" }

    let internal hidden = [ HiddenOne 1; HiddenNone ]
    let hiddenObject = box hidden
    let private secretValue = { Key = "k"; Value = Some { Key = "l"; Value = None } }
    let secret = box secretValue
    let options = [| Some 1; None |]
    let valueOptions = [| ValueSome 1; ValueNone |]
    let unit_ = { Nothing = (); After = 1 }
