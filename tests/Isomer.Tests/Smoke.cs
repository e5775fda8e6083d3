using Xunit;
public class Smoke { [Fact] public void Runs() => Assert.Equal(2, 1 + 1); }
